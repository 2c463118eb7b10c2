"""The release artefacts: their file names and contents."""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from lib.difypkg.archive import SUFFIX, Package
from lib.difypkg.pack import pack
from lib.repository import ROOT
from lib.versions import canonical, stated

DIST: Final = ROOT / "dist"

# `hatch run release:test-artefacts` sets this variable to the folder of the artefacts under test. If it is not set, the
# sources are tested.
UNDER_TEST: Final = "ARTEFACTS"


def names(version: str) -> list[str]:
    """Return the names of the files that a build of *version* makes, sorted."""
    python = canonical(version)
    return sorted(
        [
            f"langchain_page_stats-{python}-py3-none-any.whl",
            f"langchain_page_stats-{python}.tar.gz",
            f"openclaw-page-stats-{version}.tgz",
            f"page_stats-{version}{SUFFIX}",
            f"page_stats_core-{python}-py3-none-any.whl",
            f"page_stats_core-{python}.tar.gz",
        ]
    )


def signed(version: str) -> list[str]:
    """Return the names of the files that signing adds to a build of *version*."""
    return [f"page_stats-{version}.{end}" for end in ("public.pem", f"signed{SUFFIX}", "signed.identifier")]


def dify(folder: Path) -> Path:
    """Return the path of the unsigned Dify package in *folder*."""
    return folder / f"page_stats-{stated()}{SUFFIX}"


def openclaw(folder: Path) -> Path:
    return folder / f"openclaw-page-stats-{stated()}.tgz"


def contents(path: Path) -> Mapping[str, bytes]:
    """Return the files of an artefact, by path; a tarball's top-level folder is removed from the paths."""
    if path.suffix in {".whl", SUFFIX}:
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    with tarfile.open(path) as tarball:
        files = {member.name.partition("/")[2]: tarball.extractfile(member) for member in tarball if member.isfile()}
        return {name: file.read() for name, file in files.items() if file}


def under_test() -> Path | None:
    """Return the folder of the artefacts under test, or None if the sources are under test."""
    folder = os.environ.get(UNDER_TEST)
    return Path(folder) if folder else None


def dify_package() -> Package:
    """Return the unsigned Dify package: the artefact under test, or else a package made from the sources."""
    folder = under_test()
    return Package.read(dify(folder)) if folder else pack()
