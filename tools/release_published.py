"""What of a release is published already: ``python tools/release_published.py DIST VERSION``.

It asks PyPI and ClawHub for this version, and fails if either has other bytes. With ``--pypi core`` it asks for that
project alone, gathers the files that are missing there in the folder ``--gather``, and tells the workflow as
``missing`` how many these are.
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

from release_files import missing, sums
from release_web import clawhub_digest, pypi_files
from work_tree import ROOT

CLAWHUB_PACKAGE: Final = "openclaw-page-stats"
PATIENCE: Final = 900.0  # seconds until an upload is to be seen
PAUSE: Final = 5.0


def project(key: str, root: Path = ROOT) -> str:
    """Return the name on PyPI of the project *key*, as project.toml says it."""
    name: str = tomllib.loads((root / "project.toml").read_text("utf-8"))["pypi"][key]
    return name


def of_project(name: str, files: dict[str, str]) -> dict[str, str]:
    """Return those of *files* that are the distributions of a project."""
    beginning = f"{name.replace('-', '_')}-"
    return {file: digest for file, digest in files.items() if file.startswith(beginning) and _is_distribution(file)}


def _is_distribution(file: str) -> bool:
    return file.endswith((".whl", ".tar.gz"))


def missing_on_pypi(name: str, files: dict[str, str]) -> list[str]:
    """Return which distributions of a project PyPI does not have; ends the program if it has another."""
    ours = of_project(name, files)
    if not ours:
        sys.exit(f"no distribution of {name} to publish")
    theirs = {file: digest for file, (digest, _) in pypi_files(name).items()}
    return missing(ours, theirs, "PyPI")


def missing_on_clawhub(version: str, files: dict[str, str]) -> list[str]:
    """Return the package, if ClawHub does not have it; ends the program if it has another."""
    file = f"{CLAWHUB_PACKAGE}-{version}.tgz"
    theirs = clawhub_digest(CLAWHUB_PACKAGE, version)
    return missing({file: files[file]}, {file: theirs} if theirs else {}, "ClawHub")


def wait_for(left: Callable[[], Sequence[str]], place: str, patience: float) -> None:
    """Return once nothing is *left* that *place* does not show; ends the program if that takes too long."""
    end = time.monotonic() + patience
    while names := left():
        if time.monotonic() > end:
            sys.exit(f"{place} did not show {', '.join(names)} within {patience:.0f} s: run this job again later")
        time.sleep(min(PAUSE, patience))


def gather(files: list[str], dist: Path, folder: Path) -> None:
    """Copy *files* into a new *folder*, and tell how many there are."""
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(dist / file, folder / file)
    if output := os.environ.get("GITHUB_OUTPUT"):
        with Path(output).open("a", encoding="utf-8") as stream:
            stream.write(f"missing={len(files)}\n")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="List the files of a release that are not published yet.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    parser.add_argument("--pypi", choices=("core", "langchain"))
    parser.add_argument("--gather", type=Path)
    options = parser.parse_args()
    files = sums(options.dist)
    if options.pypi:
        left = missing_on_pypi(project(options.pypi), files)
        gather(left, options.dist, options.gather)
    else:
        left = [file for key in ("core", "langchain") for file in missing_on_pypi(project(key), files)]
        left += missing_on_clawhub(options.version, files)
    print("Not published yet:", ", ".join(left) or "nothing")


if __name__ == "__main__":
    main()
