"""The uncommitted files, the tracked files and the clones of a work tree, as git reports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.committed_tree import git
from lib import repository


class TestUncommitted:
    def test_nothing(self, tree: Path) -> None:
        """A tree without uncommitted changes is accepted, even if it contains ignored files."""
        (tree / "dist").mkdir()
        (tree / "dist" / "file").write_text("")
        assert repository.uncommitted(tree) == []
        repository.require_committed(tree)

    def test_by_name(self, tree: Path) -> None:
        """A changed, added, removed or staged file is named, even if its name contains a space."""
        (tree / "README.md").write_text("")
        (tree / "LICENSE").unlink()
        (tree / "a file").write_text("")
        (tree / "staged").write_text("")
        git(tree, "add", "staged")
        assert sorted(repository.uncommitted(tree)) == ["LICENSE", "README.md", "a file", "staged"]
        with pytest.raises(SystemExit, match=r"^uncommitted changes: .*LICENSE.*; commit or remove them first$"):
            repository.require_committed(tree)

    def test_many(self, tree: Path) -> None:
        """If 12 files are uncommitted, the error names 10 of them and says that there are 2 more."""
        for number in range(12):
            (tree / f"new{number}").write_text("")
        with pytest.raises(SystemExit, match="and 2 more"):
            repository.require_committed(tree)


def test_no_repository(tmp_path: Path) -> None:
    """Outside a git repository, git's own error message is shown."""
    with pytest.raises(SystemExit, match=r"git status failed: .*not a git repository"):
        repository.uncommitted(tmp_path)


def test_no_git(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If git is not installed, the check fails instead of accepting the tree."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"^git not found"):
        repository.require_committed(tree)


def test_tracked(tree: Path) -> None:
    """The tracked files of a folder are listed with paths relative to the folder. Untracked files are left out."""
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
