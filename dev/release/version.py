"""Print the version of all packages with ``hatch run version``, or set it to X with ``hatch run version X``.

The core's pyproject.toml states the version, and ``hatch run manifests`` copies it to other files. ``--check`` fails if
a file states another version. ``--check X`` also requires that the version is X, that everything is committed, and
that the changelog has a section for X.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from lib import changelog
from lib.hatch_env import python_path
from lib.repository import ROOT, require_committed, tags
from lib.versions import CORE, VERSION, order, stated

_STATED: Final = re.compile(r'(?m)^version = "([^"]*)"$')


def check(root: Path = ROOT) -> None:
    """End the program if a file states another version, or a changelog fragment is invalid."""
    version = stated(root)
    last = max((*changelog.sections(root), version), key=order)
    if order(version) < order(last):
        sys.exit(f"version must not be lower than {last}, the last one in {changelog.CHANGELOG}, got {version}")
    _manifests(root, "--check")
    changelog.fragments(root)


def check_release(version: str, root: Path = ROOT) -> None:
    """End the program unless the tree states *version*, is committed, and has a changelog section for it."""
    order(version)
    if stated(root) != version:
        sys.exit(f"the tree must be at {version}, not {stated(root)}: run `hatch run version {version}`")
    if version not in changelog.sections(root):
        sys.exit(f"{changelog.CHANGELOG} must have a section for {version}: run `hatch run version {version}`")
    require_committed(root)


def check_version(version: str, root: Path = ROOT) -> None:
    """End the program unless *version* can be the next version."""
    wanted = order(version)
    require_committed(root)
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
    """Write *version* to every file that states it, and add its section to the changelog."""
    path = root / CORE / "pyproject.toml"
    text, count = _STATED.subn(f'version = "{version}"', path.read_text("utf-8"))
    assert count == 1, path
    path.write_text(text, "utf-8", newline="\n")
    _manifests(root)
    changelog.write(version, root)


def _manifests(root: Path, *options: str) -> None:
    # Use the contract of this tree, not an installed one.
    environment = os.environ | python_path(f"{CORE}/src", root=root)
    command = [sys.executable, "-m", "dev.codegen.manifests", *options]
    done = subprocess.run(command, cwd=root, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print or set the version of all packages.")
    parser.add_argument("version", nargs="?", help="N.N.N or N.N.N-rcN")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file has another version")
    options = parser.parse_args()
    if options.check:
        if options.version is not None:
            check_release(options.version)
        check()
    elif options.version is not None:
        check_version(options.version)
        write(options.version)
    print(stated())


if __name__ == "__main__":
    main()
