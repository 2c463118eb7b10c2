"""The artefacts' names and contents."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from lib import artefacts


def test_names() -> None:
    """A version has four packages in six files. Each file name has the version in its registry's format."""
    assert artefacts.names("0.2.0-rc1") == [
        "langchain_page_stats-0.2.0rc1-py3-none-any.whl",
        "langchain_page_stats-0.2.0rc1.tar.gz",
        "openclaw-page-stats-0.2.0-rc1.tgz",
        "page_stats-0.2.0-rc1.difypkg",
        "page_stats_core-0.2.0rc1-py3-none-any.whl",
        "page_stats_core-0.2.0rc1.tar.gz",
    ]


@pytest.mark.parametrize("name", ["a.whl", "a.difypkg", "a.tar.gz", "a.tgz"])
def test_contents(name: str, tmp_path: Path) -> None:
    """Archives of every kind are read. The paths in a tarball are returned without its outer folder."""
    path = tmp_path / name
    if name.endswith("gz"):
        with tarfile.open(path, "w:gz") as tarball:
            info = tarfile.TarInfo("outer/folder/file")
            info.size = 4
            tarball.addfile(info, io.BytesIO(b"text"))
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("folder/file", "text")
    assert artefacts.contents(path) == {"folder/file": b"text"}
