"""Checksums of the files of a release, and a comparison with the files that registries already have.

Published files never change. So each publishing step first reads which files of this version its registry already has.
The step does not publish these files again, and it stops if any of these files differs from ours.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SUMS: Final = "SHA256SUMS"
_LINE: Final = re.compile(r"([0-9a-f]{64}) [ *](.+)")


def digest(content: bytes) -> str:
    """Return the hexadecimal SHA-256 digest of *content*."""
    return hashlib.sha256(content).hexdigest()


def read_sums(folder: Path) -> dict[str, str]:
    """Return the digests in ``SHA256SUMS``; ends the program if a file of *folder* does not match."""
    lines = (folder / SUMS).read_text("utf-8").splitlines()
    listed = {match[2]: match[1] for line in lines if (match := _LINE.fullmatch(line))}
    for name, expected in listed.items():
        path = folder / name
        if not path.is_file() or digest(path.read_bytes()) != expected:
            sys.exit(f"{name} must match its digest in {SUMS}: files must not change after the sums are made")
    return listed


def missing(ours: Mapping[str, str], theirs: Mapping[str, str], place: str) -> list[str]:
    """Return the names of our files that *place* lacks; *ours* and *theirs* map file names to digests.

    Ends the program if *place* has one of our files with other bytes, because a version is published only once.
    """
    for name in sorted(ours.keys() & theirs.keys()):
        if ours[name] != theirs[name]:
            sys.exit(
                f"{place} already has {name} with other bytes: this version is published, release the next one\n"
                f"  there {theirs[name]}\n  here  {ours[name]}"
            )
    return sorted(ours.keys() - theirs.keys())


def announce(line: str) -> None:
    """Print *line*, and append it to the workflow's summary if there is one."""
    print(line, flush=True)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(summary).open("a", encoding="utf-8") as stream:
            stream.write(f"- {line}\n")
