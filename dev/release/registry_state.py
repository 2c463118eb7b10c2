"""Find the unpublished files of a release. Run it with ``python -m dev.release.registry_state DIST VERSION``.

Checks PyPI and ClawHub, and fails if either has a file of this version with other bytes. ``--pypi KEY`` checks only
one project on PyPI, copies the files that PyPI lacks into the folder of ``--gather``, and sets the workflow output
``missing`` to their number.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from dev.release.registries import clawhub_digest, pypi_files
from lib.checksums import missing, read_sums
from lib.repository import ROOT

CLAWHUB_PACKAGE: Final = "openclaw-page-stats"
PATIENCE: Final = 900.0  # seconds until an upload must be visible
PAUSE: Final = 5.0


def project(key: str, root: Path = ROOT) -> str:
    """Return the PyPI name of the project *key*, from project.toml."""
    name: str = tomllib.loads((root / "project.toml").read_text("utf-8"))["pypi"][key]
    return name


def project_files(name: str, files: dict[str, str]) -> dict[str, str]:
    """Return those of *files* that are distributions of the project *name*."""
    beginning = f"{name.replace('-', '_')}-"
    return {file: digest for file, digest in files.items() if file.startswith(beginning) and _is_distribution(file)}


def _is_distribution(file: str) -> bool:
    return file.endswith((".whl", ".tar.gz"))


def missing_on_pypi(name: str, files: dict[str, str]) -> list[str]:
    """Return the distributions that PyPI lacks; ends the program if PyPI has one with other bytes."""
    ours = project_files(name, files)
    if not ours:
        sys.exit(f"no distribution of {name} to publish")
    theirs = {file: digest for file, (digest, _) in pypi_files(name).items()}
    return missing(ours, theirs, "PyPI")


def missing_on_clawhub(version: str, files: dict[str, str]) -> list[str]:
    """Return the package's file if ClawHub lacks it; ends the program if ClawHub has the file with other bytes."""
    file = f"{CLAWHUB_PACKAGE}-{version}.tgz"
    theirs = clawhub_digest(CLAWHUB_PACKAGE, version)
    return missing({file: files[file]}, {file: theirs} if theirs else {}, "ClawHub")


def wait_for(left: Callable[[], Sequence[str]], place: str, patience: float) -> None:
    """Wait until *left* returns no more files; ends the program after *patience* seconds."""
    end = time.monotonic() + patience
    while names := left():
        if time.monotonic() > end:
            sys.exit(f"{place} did not show {', '.join(names)} within {patience:.0f} s: run this job again later")
        time.sleep(min(PAUSE, patience))


def gather(files: list[str], dist: Path, folder: Path) -> None:
    """Copy *files* into a new *folder*, and set the workflow output ``missing`` to their number."""
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(dist / file, folder / file)
    if output := os.environ.get("GITHUB_OUTPUT"):
        with Path(output).open("a", encoding="utf-8") as stream:
            stream.write(f"missing={len(files)}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Find the files of a release that are not published yet.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    parser.add_argument("--pypi", choices=("core", "langchain"))
    parser.add_argument("--gather", type=Path)
    options = parser.parse_args()
    files = read_sums(options.dist)
    if options.pypi:
        left = missing_on_pypi(project(options.pypi), files)
        gather(left, options.dist, options.gather)
    else:
        left = [file for key in ("core", "langchain") for file in missing_on_pypi(project(key), files)]
        left += missing_on_clawhub(options.version, files)
    print("Not published yet:", ", ".join(left) or "nothing")


if __name__ == "__main__":
    main()
