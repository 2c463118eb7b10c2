"""Shared by the release tests: built artefacts and empty registries."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.release import build
from harness.committed_tree import Run
from harness.hosts.openclaw.host import NOT_INSTALLED
from harness.registries import Registries
from harness.sealed import seal, tarball
from lib.repository import ROOT


@pytest.fixture(scope="session")
def built(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the artefacts once for all tests, which must not change them."""
    if not (ROOT / build.OPENCLAW / "node_modules/.bin/tsc").exists():
        pytest.skip(NOT_INSTALLED)
    folder = tmp_path_factory.mktemp("built")
    clone = shutil.copytree(committed, folder / "clone", symlinks=True)
    build.build_elsewhere(clone, folder / "dist")
    return folder / "dist"


@pytest.fixture
def dist(built: Path, tmp_path: Path) -> Path:
    """Return a copy of the artefacts for one test."""
    return shutil.copytree(built, tmp_path / "dist")


@pytest.fixture
def registries(tmp_path: Path) -> Iterator[Registries]:
    """Yield empty stand-ins for PyPI, ClawHub and GitHub."""
    with Registries(tmp_path / "registries", "rehearsal/page-stats") as running:
        yield running


@pytest.fixture
def step(registries: Registries) -> Run:
    """Return a function that runs a release step without checking its exit code, by default in this repository."""

    def program(name: str, *arguments: object, root: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", f"dev.release.{name}", *map(str, arguments)]
        environment = os.environ | registries.places() | {"GITHUB_REPOSITORY": "rehearsal/page-stats"} | variables
        return subprocess.run(command, cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False)

    return program


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """Return a folder with files of version 1.0.0 and their SHA256SUMS, as the release steps expect."""
    folder = tmp_path / "sealed"
    folder.mkdir()
    for project in ("page_stats_core", "langchain_page_stats"):
        for end in ("-py3-none-any.whl", ".tar.gz"):
            (folder / f"{project}-1.0.0{end}").write_bytes(f"{project}{end}".encode())
    (folder / "openclaw-page-stats-1.0.0.tgz").write_bytes(tarball("1.0.0"))
    seal(folder)
    return folder
