"""What git knows of the work tree: what is not committed, and which files belong to it."""

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


def refuse_uncommitted(root: Path = ROOT) -> None:
    """End the program, naming the files, unless everything is committed."""
    if names := uncommitted(root):
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        sys.exit(f"uncommitted changes: {', '.join(names[:SHOWN])}{more}; commit or remove them first")


def tracked(folder: str, root: Path = ROOT) -> list[str]:
    """Return the files of *folder* that belong to the repository, each by its path from there."""
    names = _git(root, "ls-files", "-z", "--", f"{folder}/").split("\0")
    return [name.removeprefix(f"{folder}/") for name in names if name]


def tags(pattern: str, root: Path = ROOT) -> list[str]:
    """Return the tags that *pattern* matches."""
    return _git(root, "tag", "--list", pattern).split()


def clone(folder: Path, root: Path = ROOT) -> None:
    """Write what is committed into a new *folder*."""
    _git(root, "clone", "--quiet", "--no-hardlinks", "--depth", "1", root.as_uri(), str(folder))


def outside_git() -> dict[str, str]:
    """Return the environment without what a hook of git's sets, which would lead to another repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def _git(root: Path, *arguments: str) -> str:
    git = shutil.which("git") or sys.exit("git not found: it must be on the PATH")
    done = subprocess.run(
        [git, *arguments], cwd=root, env=outside_git(), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout
