"""Install a release from PyPI as a user does: ``python tools/release_verify_pypi.py DIST VERSION``.

It waits until PyPI shows every distribution, compares their bytes with ours, installs the LangChain package into a new
environment, makes sure that pip took those very files, and lets an agent take a turn with the tool.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import release_published
from release_files import digest, sums, tell
from release_published import PATIENCE, missing_on_pypi, of_project, project
from release_web import PYPI, pypi_files, request
from work_tree import ROOT


def wait_for(name: str, files: dict[str, str], patience: float) -> None:
    """Return once PyPI shows every distribution of a project; ends the program if that takes too long."""
    release_published.wait_for(lambda: missing_on_pypi(name, files), "PyPI", patience)


def compare(name: str, files: dict[str, str]) -> None:
    """End the program if the bytes that PyPI serves are not ours, whatever it says of them."""
    served = pypi_files(name)
    for file, expected in of_project(name, files).items():
        url = served[file][1]
        if digest(request(url)) != expected:
            sys.exit(f"PyPI serves {file} with other bytes than were built")
        tell(f"PyPI serves `{file}` with SHA-256 `{expected}`: {url}")


def requirement(name: str, version: str) -> str:
    """Return what a user asks pip for; a candidate must be named."""
    return f"{name}=={version}" if "-rc" in version else name


def install(folder: Path, wanted: str) -> dict[str, str]:
    """Install *wanted*, and LangChain for the turn, into a new environment; return the digests of what pip took."""
    venv.create(folder, with_pip=True)
    report = folder / "report.json"
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--index-url", f"{PYPI}/"]
    subprocess.run([*pip, "--report", str(report), wanted, "langchain"], check=True)
    return digests_of(json.loads(report.read_text("utf-8")))


def digests_of(report: dict[str, Any]) -> dict[str, str]:
    """Return the file and digest of each distribution in a report of pip's."""
    taken = [entry["download_info"] for entry in report["install"]]
    names = [urlsplit(each["url"]).path.rpartition("/")[2] for each in taken]
    return {name: each["archive_info"]["hashes"]["sha256"] for name, each in zip(names, taken, strict=True)}


def check_taken(taken: Mapping[str, str], names: list[str], files: dict[str, str]) -> None:
    """End the program unless pip took our wheel of each of *names*."""
    for name in names:
        (wheel,) = (file for file in of_project(name, files) if file.endswith(".whl"))
        if taken.get(wheel) != files[wheel]:
            sys.exit(f"pip must install {wheel} as it was built, but installed {sorted(taken)}")


def turn(python: Path) -> str:
    """Let an agent take a turn in the environment of *python*; return in words what the tool said."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("tests", "tools"))}
    command = [str(python), "-m", "release.agent_turn"]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"the agent run failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Install a release from PyPI as a user would.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds to wait for an upload to appear")
    options = parser.parse_args()
    files = sums(options.dist)
    names = [project("core"), project("langchain")]
    for name in names:
        wait_for(name, files, options.patience)
        compare(name, files)
    wanted = requirement(names[1], options.version)
    with tempfile.TemporaryDirectory() as folder:
        check_taken(install(Path(folder), wanted), names, files)
        told = turn(Path(folder, "bin/python"))
    tell(f"`pip install {wanted}` works, and took our files; in a turn of an agent {told}")


if __name__ == "__main__":
    main()
