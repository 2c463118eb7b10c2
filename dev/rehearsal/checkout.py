"""Make the temporary clone of a rehearsal, with the placeholders of project.toml filled in and the version set."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

from dev.release.preflight import BRANCH, PLACEHOLDER, PUBLIC_KEY
from lib import changelog
from lib.repository import ROOT, outside_git

OWNER: Final = "rehearsal"
AUTHOR: Final = ("-c", "user.name=rehearsal", "-c", "user.email=rehearsal@example.com")


def make_checkout(folder: Path, version: str, public_key: Path, root: Path = ROOT) -> Path:
    """Clone the committed tree into *folder*, fill the placeholders, set the version, and commit.

    Ends the program with the error of ``hatch run version`` if *version* cannot be the next version.
    """
    git(root, "clone", "--quiet", "--no-hardlinks", str(root), str(folder))
    git(folder, "checkout", "--quiet", "-B", BRANCH)
    project = folder / "project.toml"
    project.write_text(re.sub(rf"\b{PLACEHOLDER}\b", OWNER, project.read_text("utf-8")), "utf-8")
    (folder / PUBLIC_KEY).parent.mkdir(exist_ok=True)
    shutil.copyfile(public_key, folder / PUBLIC_KEY)
    if not changelog.fragments(folder):  # a release needs a fragment, and the last release removed all fragments
        (folder / changelog.FRAGMENTS / "+rehearsal.changed.md").write_text("It was rehearsed.\n", "utf-8")
    commit(folder, "Fill in what only an owner can")
    run(folder, sys.executable, "-m", "dev.release.version", version)
    commit(folder, f"Release {version}")
    return folder


def repository(tree: Path) -> str:
    """Return ``owner/name`` of the GitHub repository that project.toml states."""
    url: str = tomllib.loads((tree / "project.toml").read_text("utf-8"))["repository"]
    return url.removeprefix("https://github.com/")


def head(tree: Path) -> str:
    """Return the commit that is checked out."""
    return git(tree, "rev-parse", "HEAD").strip()


def commit(tree: Path, message: str) -> None:
    git(tree, "add", "--all")
    git(tree, *AUTHOR, "commit", "--quiet", "--message", message)


def git(folder: Path, *arguments: str) -> str:
    return run(folder, "git", *arguments)


def run(folder: Path, *command: str) -> str:
    """Run a command in *folder* and return its output; ends the program if it fails."""
    done = subprocess.run(command, cwd=folder, env=outside_git(), capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command[:3])} … failed: {done.stdout}{done.stderr}")
    return done.stdout
