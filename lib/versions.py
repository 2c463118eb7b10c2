"""The version shared by all packages, stated in the core's pyproject.toml."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Final

from lib.repository import ROOT

CORE: Final = "packages/page_stats_core"

# A version that is valid for SemVer (npm, ClawHub), Dify (`\d{1,4}`, `-\w{1,16}`) and, once normalised, PEP 440.
_NUMBER: Final = r"(0|[1-9]\d{0,3})"
VERSION: Final = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-rc([1-9]\d{{0,2}}))?", re.ASCII)

Order = tuple[int, int, int, float]


def order(version: str) -> Order:
    """Return a sort key; ends the program if *version* is not valid for every registry."""
    match = VERSION.fullmatch(version)
    if not match:
        sys.exit(f"version must be N.N.N or N.N.N-rcN with numbers up to 9999 (rc up to 999), got {version!r}")
    major, minor, patch, candidate = match.groups()
    return int(major), int(minor), int(patch), float(candidate or "inf")


def canonical(version: str) -> str:
    """Return *version* in the form that Python packages use (PEP 440)."""
    return version.replace("-rc", "rc")


def stated(root: Path = ROOT) -> str:
    """Return the version that the core's pyproject.toml states."""
    text: str = tomllib.loads((root / CORE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return text
