"""The one version of all packages: ``hatch run version`` says it, ``hatch run version X`` sets it.

It is stated in the core's pyproject.toml; ``hatch run manifests`` writes it everywhere else. ``--check`` fails where a
place disagrees; ``--check X`` also if that is not the version, committed, with its section in the changelog.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import changelog
from work_tree import ROOT, refuse_uncommitted, tags

CORE: Final = "packages/page_stats_core"

# What SemVer (npm, ClawHub), Dify (`\d{1,4}`, `-\w{1,16}`) and, once normalised, PEP 440 take alike.
_NUMBER: Final = r"(0|[1-9]\d{0,3})"
VERSION: Final = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-rc([1-9]\d{{0,2}}))?", re.ASCII)
_STATED: Final = re.compile(r'(?m)^version = "([^"]*)"$')

Order = tuple[int, int, int, float]


def order(version: str) -> Order:
    """Return what versions are compared by; ends the program if *version* is none in every one of the dialects."""
    match = VERSION.fullmatch(version)
    if not match:
        sys.exit(f"version must be N.N.N or N.N.N-rcN with numbers up to 9999 (rc up to 999), got {version!r}")
    major, minor, patch, candidate = match.groups()
    return int(major), int(minor), int(patch), float(candidate or "inf")


def canonical(version: str) -> str:
    """Return *version* as Python's packages write it."""
    return version.replace("-rc", "rc")


def stated(root: Path = ROOT) -> str:
    """Return the version."""
    text: str = tomllib.loads((root / CORE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return text


def check(root: Path = ROOT) -> None:
    """End the program, naming the place, if one states another version or a fragment is not in order."""
    version = stated(root)
    last = max((*changelog.sections(root), version), key=order)
    if order(version) < order(last):
        sys.exit(f"version must not be lower than {last}, the last one in {changelog.CHANGELOG}, got {version}")
    _manifests(root, "--check")
    changelog.fragments(root)


def check_release(version: str, root: Path = ROOT) -> None:
    """End the program unless the tree is that of *version*, committed, with a section in the changelog."""
    order(version)
    if stated(root) != version:
        sys.exit(f"the tree must be at {version}, not {stated(root)}: run `hatch run version {version}`")
    if version not in changelog.sections(root):
        sys.exit(f"{changelog.CHANGELOG} must have a section for {version}: run `hatch run version {version}`")
    refuse_uncommitted(root)


def refuse_unfit(version: str, root: Path = ROOT) -> None:
    """End the program if *version* cannot be the next one."""
    wanted = order(version)
    refuse_uncommitted(root)
    tagged = (tag.removeprefix("v") for tag in tags("v*", root))
    released = {*changelog.sections(root), *(tag for tag in tagged if VERSION.fullmatch(tag))}
    if version in released:
        sys.exit(f"{version} is already released: use another version")
    last = max((*released, stated(root)), key=order)
    if wanted < order(last):
        sys.exit(f"version must not be lower than {last}, the last one, got {version}")
    if not changelog.fragments(root):
        sys.exit(f"{changelog.FRAGMENTS} must contain a fragment for the changelog section of {version}")


def write(version: str, root: Path = ROOT) -> None:
    """Write *version* everywhere, and its section into the changelog."""
    path = root / CORE / "pyproject.toml"
    text, count = _STATED.subn(f'version = "{version}"', path.read_text("utf-8"))
    assert count == 1, path
    path.write_text(text, "utf-8", newline="\n")
    _manifests(root)
    changelog.write(version, root)


def _manifests(root: Path, *options: str) -> None:
    # The contract is that of the tree, not one that happens to be installed.
    environment = os.environ | {"PYTHONPATH": str(root / CORE / "src")}
    done = subprocess.run([sys.executable, str(root / "tools/manifests.py"), *options], env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Print or set the version of all packages.")
    parser.add_argument("version", nargs="?", help="N.N.N or N.N.N-rcN")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file has another version")
    options = parser.parse_args()
    if options.check:
        if options.version is not None:
            check_release(options.version)
        check()
    elif options.version is not None:
        refuse_unfit(options.version)
        write(options.version)
    print(stated())


if __name__ == "__main__":
    main()
