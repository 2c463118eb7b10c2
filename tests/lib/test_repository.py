"""Git's view of the work tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.committed_tree import git
from lib import repository


class TestUncommitted:
    def test_nothing(self, tree: Path) -> None:
        """A clean tree is accepted, ignored files included."""
        (tree / "dist").mkdir()
        (tree / "dist" / "file").write_text("")
        assert repository.uncommitted(tree) == []
        repository.refuse_uncommitted(tree)

    def test_by_name(self, tree: Path) -> None:
        """A changed, added, removed or staged file is named, even with an unusual name."""
        (tree / "README.md").write_text("")
        (tree / "LICENSE").unlink()
        (tree / "a file").write_text("")
        (tree / "staged").write_text("")
        git(tree, "add", "staged")
        assert sorted(repository.uncommitted(tree)) == ["LICENSE", "README.md", "a file", "staged"]
        with pytest.raises(SystemExit, match=r"^Not committed: .*LICENSE.* Commit or remove that first\.$"):
            repository.refuse_uncommitted(tree)

    def test_many(self, tree: Path) -> None:
        """Only the first of many files are named."""
        for number in range(12):
            (tree / f"new{number}").write_text("")
        with pytest.raises(SystemExit, match="and 2 more"):
            repository.refuse_uncommitted(tree)


def test_no_repository(tmp_path: Path) -> None:
    """Without a repository, git's own message is shown."""
    with pytest.raises(SystemExit, match=r"git status: .*not a git repository"):
        repository.uncommitted(tmp_path)


def test_no_git(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git the tree does not count as committed."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"^git is not found"):
        repository.refuse_uncommitted(tree)


def test_tracked(tree: Path) -> None:
    """A folder's tracked files are listed relative to it, without untracked ones."""
    (tree / "docs" / "draft").write_text("")
    names = repository.tracked("docs", tree)
    assert "langchain-listing.yaml" in names
    assert "draft" not in names


def test_clone(tree: Path, tmp_path: Path) -> None:
    """A clone contains only what is committed."""
    (tree / "README.md").write_text("changed")
    (tree / "new").write_text("")
    repository.clone(tmp_path / "clone", tree)
    assert repository.uncommitted(tmp_path / "clone") == []
    assert not (tmp_path / "clone" / "new").exists()
    assert (tmp_path / "clone" / "README.md").read_text("utf-8") != "changed"
