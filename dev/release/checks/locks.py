"""Check that the lock files pin exact versions, and do not contain the URLs that packages were downloaded from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lib.repository import ROOT, tracked

# Requirement lists of pip and uv, and all other kinds of lock and index configuration files.
LISTS: Final = re.compile(r"(.*/)?([^/]*(constraints|requirements|lowest)[^/]*|(pinned|requirements)/[^/]+)\.txt")
LOCKS: Final = re.compile(
    r"(.*/)?([^/]*-(lock|shrinkwrap)\.(yaml|json)|[^/]*\.lock|pylock[^/]*\.toml|\.npmrc|pip\.conf|uv\.toml)"
)

PIN: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*==[\w.!+]+( ; [^@]+)?")
# URLs with or without a scheme, git and ssh remotes, and settings that name an index
PLACE: Final = re.compile(
    r"\b\w+://[^\s'\"]+|\bregistry\s*=\s*\S+|\bindex-url\b.*|(?<![^\s'\"=])//\w[^\s'\"]*|\bgit@[^\s'\"]+"
)


def errors(root: Path = ROOT) -> list[str]:
    """Return the errors in all lock files of *root*."""
    names = [name for name in tracked(".", root) if LISTS.fullmatch(name) or LOCKS.fullmatch(name)]
    return [f"{name}{fault}" for name in names for fault in _wrong(name, (root / name).read_text("utf-8"))]


def _wrong(name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if match := PLACE.search(line):
            yield f":{number}: must not name where packages come from: {match[0]}"
        elif LISTS.fullmatch(name) and not PIN.fullmatch(line):
            yield f":{number}: must pin an exact version: {line}"
