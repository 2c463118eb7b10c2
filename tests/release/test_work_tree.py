"""What git knows of the work tree."""

from __future__ import annotations

from pathlib import Path

import pytest
import work_tree
from release.conftest import git


class TestUncommitted:
    def test_nothing(self, tree: Path) -> None:
        """A tree in which everything is committed is not refused, whatever git is told to ignore."""
        (tree / "dist").mkdir()
        (tree / "dist" / "file").write_text("")
        assert work_tree.uncommitted(tree) == []
        work_tree.refuse_uncommitted(tree)

    def test_by_name(self, tree: Path) -> None:
        """A file that was changed, added, removed or staged is named, be its name odd."""
        (tree / "README.md").write_text("")
        (tree / "LICENSE").unlink()
        (tree / "a file").write_text("")
        (tree / "staged").write_text("")
        git(tree, "add", "staged")
        assert sorted(work_tree.uncommitted(tree)) == ["LICENSE", "README.md", "a file", "staged"]
        with pytest.raises(SystemExit, match=r"^uncommitted changes: .*LICENSE.*; commit or remove them first$"):
            work_tree.refuse_uncommitted(tree)

    def test_many(self, tree: Path) -> None:
        """Of many, some are named."""
        for number in range(12):
            (tree / f"new{number}").write_text("")
        with pytest.raises(SystemExit, match="and 2 more"):
            work_tree.refuse_uncommitted(tree)


def test_no_repository(tmp_path: Path) -> None:
    """Where there is no repository, git's own words are passed on."""
    with pytest.raises(SystemExit, match=r"git status failed: .*not a git repository"):
        work_tree.uncommitted(tmp_path)


def test_no_git(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git nobody can say whether everything is committed, so nothing is held to be."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"^git not found"):
        work_tree.refuse_uncommitted(tree)


def test_tracked(tree: Path) -> None:
    """The files of a folder that belong to the repository are named from there; others are not."""
    (tree / "docs" / "draft").write_text("")
    names = work_tree.tracked("docs", tree)
    assert "langchain-listing.yaml" in names
    assert "draft" not in names


def test_clone(tree: Path, tmp_path: Path) -> None:
    """A clone holds what is committed, and nothing else."""
    (tree / "README.md").write_text("changed")
    (tree / "new").write_text("")
    work_tree.clone(tmp_path / "clone", tree)
    assert work_tree.uncommitted(tmp_path / "clone") == []
    assert not (tmp_path / "clone" / "new").exists()
    assert (tmp_path / "clone" / "README.md").read_text("utf-8") != "changed"
