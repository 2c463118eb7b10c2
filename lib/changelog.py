"""The changelog: its sections, and the fragments of ``changelog.d`` that become one."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from lib.repository import ROOT

CHANGELOG: Final = "CHANGELOG.md"
FRAGMENTS: Final = "changelog.d"
SECTION: Final = re.compile(r"(?m)^## (\S+) \(.*\)$")


def sections(root: Path = ROOT) -> list[str]:
    """Return the versions that the changelog has a section of, the newest first."""
    return SECTION.findall((root / CHANGELOG).read_text("utf-8"))


def section(version: str, root: Path = ROOT) -> str:
    """Return what the changelog says of *version*, without the heading; raises ``KeyError`` if it says nothing."""
    _, *parts = SECTION.split((root / CHANGELOG).read_text("utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))[version].strip()


def fragments(root: Path = ROOT) -> list[str]:
    """Return the names of the fragments; ends the program if towncrier does not know what to make of one."""
    _towncrier(root, "--draft", "--version", "next")
    return sorted(path.name for path in (root / FRAGMENTS).glob("*.md") if path.name != "README.md")


def write(version: str, root: Path = ROOT) -> None:
    """Give the changelog the section of *version*, made of the fragments.

    A candidate for a release keeps them, and its section gives way to that of the next: so a release has all in one.
    """
    final, _, candidate = version.partition("-")
    path = root / CHANGELOG
    superseded = rf"(?ms)^## {re.escape(final)}-\S+ \(.*?(?=^## |\Z)"
    path.write_text(re.sub(superseded, "", path.read_text("utf-8")).rstrip() + "\n", "utf-8", newline="\n")
    today = datetime.now(UTC).date().isoformat()
    _towncrier(root, "--keep" if candidate else "--yes", "--version", version, "--date", today)


def _towncrier(root: Path, *options: str) -> None:
    command = [sys.executable, "-m", "towncrier", "build", "--config", str(root / "towncrier.toml"), *options]
    done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"{FRAGMENTS}: {done.stderr.strip() or done.stdout.strip()}")
