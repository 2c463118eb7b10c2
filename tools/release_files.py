"""The files of a release: which folder holds them, their digests, and what each place has of them already.

What is published stays: so every step that publishes first asks its place for the files of this version, leaves alone
what is there with the same bytes, and stops where the bytes are others.
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
    """Return the SHA-256 digest of *content*, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def sums(folder: Path) -> dict[str, str]:
    """Return what ``SHA256SUMS`` says of the files of *folder*; ends the program where a file is another."""
    lines = (folder / SUMS).read_text("utf-8").splitlines()
    listed = {match[2]: match[1] for line in lines if (match := _LINE.fullmatch(line))}
    for name, expected in listed.items():
        path = folder / name
        if not path.is_file() or digest(path.read_bytes()) != expected:
            sys.exit(f"{name} must match its digest in {SUMS}: files must not change after the sums are made")
    return listed


def missing(ours: Mapping[str, str], theirs: Mapping[str, str], place: str) -> list[str]:
    """Return which of our files are not at *place*, by their names and digests.

    Ends the program if one is there with other bytes: no version is published twice.
    """
    for name in sorted(ours.keys() & theirs.keys()):
        if ours[name] != theirs[name]:
            sys.exit(
                f"{place} already has {name} with other bytes: this version is published, release the next one\n"
                f"  there {theirs[name]}\n  here  {ours[name]}"
            )
    return sorted(ours.keys() - theirs.keys())


def tell(line: str) -> None:
    """Print *line*, and put it into the summary of the workflow's run, where there is one."""
    print(line, flush=True)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(summary).open("a", encoding="utf-8") as stream:
            stream.write(f"- {line}\n")
