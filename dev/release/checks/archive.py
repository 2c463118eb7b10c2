"""Check that an artefact contains only regular files, each once and readable by everyone."""

from __future__ import annotations

import stat
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

RIGHTS: Final = 0o644  # none of our files is executable
SDIST: Final = ".tar.gz"


def errors(path: Path) -> Iterator[str]:
    """Yield packing errors of the artefact at *path*."""
    entries = [*(tar_entries(path) if path.name.endswith("gz") else zip_entries(path))]
    for name, count in Counter(name for name, _ in entries).items():
        if count > 1:
            yield f"contains {name} {count} times"
    for name, mode in entries:
        if not stat.S_ISREG(mode):
            yield f"contains {name}, which must be a regular file"
        elif stat.S_IMODE(mode) != RIGHTS:
            yield f"contains {name} with mode {stat.S_IMODE(mode):o}, which must be {RIGHTS:o}"
    if path.name.endswith("gz"):
        folder = path.name.removesuffix(SDIST) if path.name.endswith(SDIST) else "package"
        yield from (f"contains {name}, outside {folder}" for name, _ in entries if not name.startswith(f"{folder}/"))


def tar_entries(path: Path) -> Iterator[tuple[str, int]]:
    with tarfile.open(path) as tarball:
        for member in tarball:
            yield member.name, member.mode | (stat.S_IFREG if member.isreg() else 0)


def zip_entries(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and mode of each entry of a wheel or Dify package. An entry without file type is regular."""
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            mode = info.external_attr >> 16
            yield info.filename, mode if stat.S_IFMT(mode) or info.is_dir() else mode | stat.S_IFREG
