"""Find the repository's root, and ask git about its files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SHOWN: Final = 10


def uncommitted(root: Path = ROOT) -> list[str]:
    """Return the files that differ from the last commit, or are neither committed nor ignored."""
    return [entry[3:] for entry in _git(root, "status", "--porcelain", "-z", "--no-renames").split("\0") if entry]


def require_committed(root: Path = ROOT) -> None:
    """If any files are not committed, end the program with a message that names them."""
    if names := uncommitted(root):
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        sys.exit(f"uncommitted changes: {', '.join(names[:SHOWN])}{more}; commit or remove them first")


def tracked(folder: str, root: Path = ROOT) -> list[str]:
    """Return the relative paths of the files in *folder* that git tracks."""
    names = _git(root, "ls-files", "-z", "--", f"{folder}/").split("\0")
    return [name.removeprefix(f"{folder}/") for name in names if name]


def tags(pattern: str, root: Path = ROOT) -> list[str]:
    return _git(root, "tag", "--list", pattern).split()


def clone(folder: Path, root: Path = ROOT) -> None:
    """Clone the last commit into a new *folder*."""
    _git(root, "clone", "--quiet", "--no-hardlinks", "--depth", "1", root.as_uri(), str(folder))


def outside_git() -> dict[str, str]:
    """Return the environment without GIT_* variables. Git hooks set them, and they point to another repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def _git(root: Path, *arguments: str) -> str:
    git = shutil.which("git") or sys.exit("git not found: it must be on the PATH")
    done = subprocess.run(
        [git, *arguments], cwd=root, env=outside_git(), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout
