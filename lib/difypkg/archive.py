"""The ``.difypkg`` format: a reproducible zip archive, and its identifier.

Entries are sorted by path, are stored uncompressed (compressors differ between versions) and all have the same date.
Folders have no entries. Dify's own command computes the same identifier for the same files.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

SUFFIX: Final = ".difypkg"
VERIFICATION: Final = ".verification.dify.json"
DATE: Final = (1980, 1, 1, 0, 0, 0)
UNIX: Final = 3

# The total size of files that Dify's daemon accepts by default.
SIZE_MAX: Final = 52_428_800

# Raised by zipfile for invalid archives, and for kinds that we never write (encrypted, LZMA).
DAMAGED: Final = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    ValueError,
    EOFError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
)


class PackageError(Exception):
    """A package or key is invalid; the message says why."""


def error_text(error: PackageError | OSError) -> str:
    """Return the message of *error* for the command line."""
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)


@dataclass(frozen=True, slots=True)
class Package:
    """The contents of a package by path, in archive order, and the archive's comment."""

    entries: Mapping[str, bytes]
    comment: bytes = field(default=b"")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a package from an untrusted source.

        Raises ``PackageError`` if it is not an archive, is damaged, contains a path twice or a path outside its folder,
        or is larger than Dify accepts.
        """
        try:
            with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
                check_names(path.name, archive.namelist())
                if sum(info.file_size for info in archive.infolist()) > SIZE_MAX:
                    raise PackageError(f"{path.name} must contain at most {SIZE_MAX:,} bytes, the limit of Dify")
                return cls({name: archive.read(name) for name in archive.namelist()}, archive.comment)
        except DAMAGED as error:
            raise PackageError(f"reading the package {path.name} failed: {str(error) or 'it is truncated'}") from None

    def to_bytes(self) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
            for name, content in self.entries.items():
                info = zipfile.ZipInfo(name, DATE)
                info.create_system, info.external_attr = UNIX, 0o644 << 16
                archive.writestr(info, content)
            archive.comment = self.comment
        return buffer.getvalue()

    def unpack(self, folder: Path) -> None:
        """Write the files into *folder*, as Dify does before it starts the plugin."""
        for name, content in self.entries.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def manifest(self, key: str) -> str:
        """Return a top-level value of the manifest; raises ``PackageError`` if there is none."""
        text = self.entries.get("manifest.yaml", b"").decode("utf-8", "replace")
        found = re.search(rf"(?m)^{re.escape(key)}: *['\"]?([^\s'\"]+)", text)
        if not found:
            raise PackageError(f"manifest.yaml must state its {key}")
        return found[1]

    def filename(self) -> str:
        return f"{self.manifest('name')}-{self.manifest('version')}{SUFFIX}"

    def identifier(self) -> str:
        """Return Dify's identifier: author, name, version, and a checksum of paths and contents."""
        digests = (sha256(name.encode()) + sha256(self.entries[name]) for name in sorted(self.entries))
        checksum = hashlib.sha256(b"".join(digests)).hexdigest()
        return f"{self.manifest('author')}/{self.manifest('name')}:{self.manifest('version')}@{checksum}"


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def check_names(package: str, names: Sequence[str]) -> None:
    """Raise ``PackageError`` unless *names* are unique paths within the plugin's folder."""
    if twice := sorted({name for name in names if names.count(name) > 1}):
        why = "it was signed twice" if twice == [VERIFICATION] else "files were added to it"
        raise PackageError(f"{package} must contain {', '.join(twice)} only once: {why}")
    for name in names:
        if name.startswith("/") or "\\" in name or not {"", ".", ".."}.isdisjoint(name.split("/")):
            raise PackageError(f"{package} must contain only paths within it, got {name!r}")


def check_form(path: Path, package: Package) -> None:
    """Raise ``PackageError`` unless the file at *path* has exactly the bytes that ``to_bytes`` makes of *package*.

    The signature covers only the contents of the files, so it does not detect other changes to the archive.
    """
    if path.read_bytes() != package.to_bytes():
        raise PackageError(f"{path.name} is not the archive that difypkg writes of these files")
