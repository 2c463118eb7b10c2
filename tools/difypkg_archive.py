"""The format of a ``.difypkg``: a zip archive that is the same bytes wherever it is written, and what identifies it.

Entries are sorted by path, stored (what a compressor makes of them differs from version to version), dated alike, and
there are no entries for folders. Dify's own command gives a package of the same files the same identifier.
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

# What Dify's daemon takes of files together, unless its operator says otherwise.
SIZE_MAX: Final = 52_428_800

# What an archive says of an entry beyond its name and contents.
SAID: Final = (
    *("date_time", "compress_type", "comment", "extra", "create_system", "create_version", "extract_version"),
    *("flag_bits", "internal_attr", "external_attr"),
)

# What the library raises for bytes that are no archive, or one of a kind that nobody here writes (encrypted, LZMA).
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
    """A package or a key is not what it should be; the message says how."""


def said(error: PackageError | OSError) -> str:
    """Return *error* for whoever called the command."""
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)


@dataclass(frozen=True, slots=True)
class Package:
    """The contents of a package by path, in the order of the archive, and the archive's comment."""

    entries: Mapping[str, bytes]
    comment: bytes = field(default=b"")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a package, whoever wrote it.

        Raises ``PackageError`` if it is no archive, is damaged, holds a path twice or one that leads out of its folder,
        or is larger than Dify takes.
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
        """Return the archive."""
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

    def says(self, key: str) -> str:
        """Return a value of the first level of the manifest."""
        manifest = self.entries.get("manifest.yaml", b"").decode("utf-8", "replace")
        found = re.search(rf"(?m)^{re.escape(key)}: *['\"]?([^\s'\"]+)", manifest)
        if not found:
            raise PackageError(f"manifest.yaml must state its {key}")
        return found[1]

    def identifier(self) -> str:
        """Return what Dify calls this very package: author, name, version, and a checksum of paths and contents."""
        digests = (sha256(name.encode()) + sha256(self.entries[name]) for name in sorted(self.entries))
        checksum = hashlib.sha256(b"".join(digests)).hexdigest()
        return f"{self.says('author')}/{self.says('name')}:{self.says('version')}@{checksum}"


def sha256(data: bytes) -> bytes:
    """Return the SHA-256 digest of *data*."""
    return hashlib.sha256(data).digest()


def check_names(package: str, names: Sequence[str]) -> None:
    """Raise ``PackageError`` unless *names* are those of different files within the folder of a plugin."""
    if twice := sorted({name for name in names if names.count(name) > 1}):
        why = "it was signed twice" if twice == [VERIFICATION] else "files were added to it"
        raise PackageError(f"{package} must contain {', '.join(twice)} only once: {why}")
    for name in names:
        if name.startswith("/") or "\\" in name or not {"", ".", ".."}.isdisjoint(name.split("/")):
            raise PackageError(f"{package} must contain only paths within it, got {name!r}")


def check_form(path: Path, package: Package) -> None:
    """Raise ``PackageError`` unless the bytes of *path* are those that *package* makes here; it says where they differ.

    What is not the contents of a file is neither signed nor part of the identifier.
    """
    found, ours = path.read_bytes(), package.to_bytes()
    if found == ours:
        return
    if found.startswith(ours):
        raise PackageError(f"{path.name} has extra bytes after its end: data was appended")
    if found.endswith(ours):
        raise PackageError(f"{path.name} has extra bytes before its beginning: data was prepended")
    with zipfile.ZipFile(io.BytesIO(found)) as theirs, zipfile.ZipFile(io.BytesIO(ours)) as expected:
        pairs = zip(theirs.infolist(), expected.infolist(), strict=True)
        odd = [one.filename for one, other in pairs if record(one) != record(other)]
    where = f"the entry of {odd[0]}" if odd else "something before, between or after its entries"
    raise PackageError(
        f"{path.name} contains the same files, but differs from the archive that difypkg writes: {where} was changed, "
        "or another program rewrote it"
    )


def record(info: zipfile.ZipInfo) -> list[object]:
    """Return what the directory of an archive says of an entry beyond its name and contents."""
    return [getattr(info, name) for name in SAID]
