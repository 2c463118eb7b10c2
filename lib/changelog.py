"""The changelog: its sections, and the fragments in ``changelog.d`` that become the next section."""

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
    """Return the versions that have a section in the changelog, newest first."""
    return SECTION.findall((root / CHANGELOG).read_text("utf-8"))


def section(version: str, root: Path = ROOT) -> str:
    """Return the section of *version* without its heading; raises ``KeyError`` if there is none."""
    _, *parts = SECTION.split((root / CHANGELOG).read_text("utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))[version].strip()


def fragments(root: Path = ROOT) -> list[str]:
    """Return the names of the fragments; ends the program if towncrier rejects a fragment."""
    _towncrier(root, "--draft", "--version", "next")
    return sorted(path.name for path in (root / FRAGMENTS).glob("*.md") if path.name != "README.md")


def write(version: str, root: Path = ROOT) -> None:
    """Write the section of *version* from the fragments.

    A release candidate keeps the fragments, and the next version's section replaces the candidate's section. So the
    section of a release contains the changes of its candidates.
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
