"""A repository of its own for each test: the files of this one, committed."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import release_build
from hosts.openclaw.host import NOT_INSTALLED
from release.registries import Registries
from release_files import SUMS, digest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = ("-c", "user.name=tests", "-c", "user.email=tests@example.com")

Run = Callable[..., subprocess.CompletedProcess[str]]
Step = Callable[..., subprocess.CompletedProcess[str]]


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
    let_it_be_between_releases(folder)
    commit(folder)
    return folder


def let_it_be_between_releases(tree: Path) -> None:
    """Leave no section in the changelog, and something for the next: a release has just the opposite."""
    path = tree / "CHANGELOG.md"
    head, _, _ = path.read_text("utf-8").partition("\n## ")
    path.write_text(f"{head.rstrip()}\n", "utf-8")
    (tree / "changelog.d/+seas.changed.md").write_text("Seas.\n", "utf-8")


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
        pytest.skip(NOT_INSTALLED)
    folder = tmp_path_factory.mktemp("built")
    clone = shutil.copytree(committed, folder / "clone", symlinks=True)
    release_build.build_elsewhere(clone, folder / "dist")
    return folder / "dist"


@pytest.fixture
def dist(built: Path, tmp_path: Path) -> Path:
    """Return the artefacts of the tree, for one test."""
    return shutil.copytree(built, tmp_path / "dist")


# -- for the steps of a release: the places that it publishes to, and what is to be published


@pytest.fixture
def registries(tmp_path: Path) -> Iterator[Registries]:
    """Yield PyPI, ClawHub and GitHub, which hold nothing."""
    with Registries(tmp_path / "registries", "rehearsal/page-stats") as running:
        yield running


@pytest.fixture
def step(registries: Registries) -> Step:
    """Return what runs a step's own program, of this tree unless another is given, whatever its exit code."""

    def program(name: str, *arguments: object, root: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(root / "tools" / f"{name}.py"), *map(str, arguments)]
        environment = os.environ | registries.places() | {"GITHUB_REPOSITORY": "rehearsal/page-stats"} | variables
        return subprocess.run(command, cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False)

    return program


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """Return a folder of what is released as version 1.0.0, as far as its steps look into it."""
    folder = tmp_path / "sealed"
    folder.mkdir()
    for project in ("page_stats_core", "langchain_page_stats"):
        for end in ("-py3-none-any.whl", ".tar.gz"):
            (folder / f"{project}-1.0.0{end}").write_bytes(f"{project}{end}".encode())
    (folder / "openclaw-page-stats-1.0.0.tgz").write_bytes(tarball("1.0.0"))
    seal(folder)
    return folder


def seal(folder: Path) -> None:
    """Write the sums of the files of *folder*."""
    (folder / SUMS).unlink(missing_ok=True)
    (folder / SUMS).write_text("".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in folder.iterdir()))


def tarball(version: str) -> bytes:
    """Return a package for OpenClaw that holds its description alone."""
    openclaw = {"compat": {"pluginApi": ">=2026.9.6"}, "build": {"openclawVersion": "2026.9.6"}}
    described = json.dumps({"name": "openclaw-page-stats", "version": version, "openclaw": openclaw}).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/package.json")
        member.size = len(described)
        archive.addfile(member, io.BytesIO(described))
    return packed.getvalue()
