"""Release archives contain only regular files, each once, readable by everyone."""

from __future__ import annotations

import io
import stat
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest

from dev.release.checks import archive as release_archive

# A tarball entry: its name, type and mode.
Entry = tuple[str, bytes, int]

RIGHT: Entry = ("package/index.js", tarfile.REGTYPE, 0o644)


def packed(path: Path, *entries: Entry) -> Path:
    """Write a tarball of *entries*."""
    with tarfile.open(path, "w:gz") as tarball:
        for name, kind, rights in entries:
            member = tarfile.TarInfo(name)
            member.type, member.mode, member.linkname = kind, rights, "/etc/hostname"
            tarball.addfile(member, io.BytesIO())
    return path


def zipped(path: Path, *entries: tuple[str, int]) -> Path:
    """Write a zip archive of *entries*, each a name and a mode."""
    with zipfile.ZipFile(path, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of duplicate names
        for name, mode in entries:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, b"")
    return path


class TestTarballs:
    @pytest.mark.parametrize(
        ("entry", "fault"),
        [
            (RIGHT, "contains package/index.js 2 times"),
            (("package/link", tarfile.SYMTYPE, 0o777), "contains package/link, which must be a regular file"),
            (("package/link", tarfile.LNKTYPE, 0o644), "contains package/link, which must be a regular file"),
            (("package/folder", tarfile.DIRTYPE, 0o755), "contains package/folder, which must be a regular file"),
            (("package/pipe", tarfile.FIFOTYPE, 0o644), "contains package/pipe, which must be a regular file"),
            (("package/x", tarfile.REGTYPE, 0o755), "contains package/x with mode 755, which must be 644"),
            (("package/x", tarfile.REGTYPE, 0o600), "contains package/x with mode 600, which must be 644"),
            (("package/x", tarfile.REGTYPE, 0o4644), "contains package/x with mode 4644, which must be 644"),
            (("other/x", tarfile.REGTYPE, 0o644), "contains other/x, outside package"),
            (("/x", tarfile.REGTYPE, 0o644), "contains /x, outside package"),
        ],
    )
    def test_wrong(self, entry: Entry, fault: str, tmp_path: Path) -> None:
        """A duplicate, a special file, an unusual mode or a path outside the package is reported."""
        assert [*release_archive.errors(packed(tmp_path / "a.tgz", RIGHT, entry))] == [fault]

    def test_sdist(self, tmp_path: Path) -> None:
        """The files of an sdist must be in a folder with the name of the sdist."""
        path = packed(tmp_path / "a-1.0.tar.gz", ("a-1.0/x", tarfile.REGTYPE, 0o644), RIGHT)
        assert [*release_archive.errors(path)] == ["contains package/index.js, outside a-1.0"]


class TestZips:
    @pytest.mark.parametrize("mode", [0o644, stat.S_IFREG | 0o644])
    def test_right(self, mode: int, tmp_path: Path) -> None:
        """A zip entry without file type bits counts as a regular file."""
        assert [*release_archive.errors(zipped(tmp_path / "a.whl", ("x", mode)))] == []

    @pytest.mark.parametrize(
        ("name", "mode", "fault"),
        [
            ("y", stat.S_IFLNK | 0o777, "contains y, which must be a regular file"),
            ("y/", 0o755, "contains y/, which must be a regular file"),
            ("y", 0o755, "contains y with mode 755, which must be 644"),
            ("y", stat.S_IFREG | 0o600, "contains y with mode 600, which must be 644"),
            ("x", 0o644, "contains x 2 times"),
        ],
    )
    def test_wrong(self, name: str, mode: int, fault: str, tmp_path: Path) -> None:
        """A special file, an unusual mode or a duplicate is reported."""
        path = zipped(tmp_path / "a.difypkg", ("x", 0o644), (name, mode))
        assert [*release_archive.errors(path)] == [fault]
