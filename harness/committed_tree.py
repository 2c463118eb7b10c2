"""A pytest plugin whose fixtures give each test a committed copy of this repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lib.repository import ROOT

NOBODY = ("-c", "user.name=tests", "-c", "user.email=tests@example.com")

Run = Callable[..., subprocess.CompletedProcess[str]]


def git(folder: Path, *arguments: str) -> str:
    """Run git in *folder* and return its output."""
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, *NOBODY, "commit", "--quiet", "--message", "All")


@pytest.fixture(scope="session")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a committed copy of this repository; tests share it and must not change it."""
    folder = tmp_path_factory.mktemp("committed") / "tree"
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    let_it_be_between_releases(folder)
    commit(folder)
    return folder


def let_it_be_between_releases(tree: Path) -> None:
    """Remove the changelog's sections and add a fragment, because right after a release there are no fragments."""
    path = tree / "CHANGELOG.md"
    head, _, _ = path.read_text("utf-8").partition("\n## ")
    path.write_text(f"{head.rstrip()}\n", "utf-8")
    (tree / "changelog.d/+seas.changed.md").write_text("Seas.\n", "utf-8")


@pytest.fixture
def tree(committed: Path, tmp_path: Path) -> Path:
    """Return a committed copy of this repository for one test."""
    return shutil.copytree(committed, tmp_path / "tree", symlinks=True)


@pytest.fixture
def run(tree: Path) -> Run:
    """Return a function that runs a module of the copy and returns the result, even if the module fails."""

    def program(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", name, *map(str, arguments)]
        return subprocess.run(command, cwd=tree, capture_output=True, encoding="utf-8", check=False)

    return program


@pytest.fixture
def edit(tree: Path) -> Callable[[str, str, str], None]:
    """Return a function that replaces a text in a file. The file must contain the text exactly once."""

    def replace(name: str, old: str, new: str) -> None:
        text = (tree / name).read_text("utf-8")
        assert text.count(old) == 1, (name, old)
        (tree / name).write_text(text.replace(old, new), "utf-8")

    return replace
