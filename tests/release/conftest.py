"""A repository of its own for each test: the files of this one, committed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import release_build

ROOT = Path(__file__).resolve().parents[2]
NOBODY = ("-c", "user.name=tests", "-c", "user.email=tests@example.com")

Run = Callable[..., subprocess.CompletedProcess[str]]


def git(folder: Path, *arguments: str) -> str:
    """Run git in *folder*, and return what it says."""
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout


def commit(folder: Path) -> None:
    """Commit everything."""
    git(folder, "add", "--all")
    git(folder, *NOBODY, "commit", "--quiet", "--message", "All")


@pytest.fixture(scope="session")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with the files of this one, for all tests: nobody changes it."""
    folder = tmp_path_factory.mktemp("committed") / "tree"
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


@pytest.fixture
def tree(committed: Path, tmp_path: Path) -> Path:
    """Return a repository with the files of this one, for one test."""
    return shutil.copytree(committed, tmp_path / "tree", symlinks=True)


@pytest.fixture
def run(tree: Path) -> Run:
    """Return what runs a program of the tree's tools, whatever its exit code."""

    def program(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, tree / "tools" / f"{name}.py", *map(str, arguments)]
        return subprocess.run(command, cwd=tree, capture_output=True, encoding="utf-8", check=False)

    return program


@pytest.fixture
def edit(tree: Path) -> Callable[[str, str, str], None]:
    """Return what replaces the one place of a text in a file."""

    def replace(name: str, old: str, new: str) -> None:
        text = (tree / name).read_text("utf-8")
        assert text.count(old) == 1, (name, old)
        (tree / name).write_text(text.replace(old, new), "utf-8")

    return replace


@pytest.fixture(scope="session")
def built(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the artefacts of the tree, for all tests: nobody changes them."""
    if not (ROOT / release_build.OPENCLAW / "node_modules/.bin/tsc").exists():
        pytest.skip("openclaw: `hatch run node:install` has not been run")
    folder = tmp_path_factory.mktemp("built")
    clone = shutil.copytree(committed, folder / "clone", symlinks=True)
    release_build.build_elsewhere(clone, folder / "dist")
    return folder / "dist"


@pytest.fixture
def dist(built: Path, tmp_path: Path) -> Path:
    """Return the artefacts of the tree, for one test."""
    return shutil.copytree(built, tmp_path / "dist")
