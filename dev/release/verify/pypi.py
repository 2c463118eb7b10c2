"""Install a release from PyPI as a user does. Run it with ``python -m dev.release.verify.pypi DIST VERSION``.

Waits until PyPI shows every distribution, compares their bytes with ours, installs the LangChain package into a new
environment, checks that pip installed our files, and runs an agent with the tool.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dev.release import registry_state
from dev.release.registries import PYPI, pypi_files, request
from dev.release.registry_state import PATIENCE, missing_on_pypi, project, project_files
from lib.checksums import announce, digest, read_sums
from lib.repository import ROOT


def wait_for(name: str, files: dict[str, str], patience: float) -> None:
    """Wait until PyPI shows every distribution of a project; ends the program after *patience* seconds."""
    registry_state.wait_for(lambda: missing_on_pypi(name, files), "PyPI", patience)


def compare(name: str, files: dict[str, str]) -> None:
    """Download the files, and end the program unless their bytes are ours. PyPI's own digests are not trusted."""
    served = pypi_files(name)
    for file, expected in project_files(name, files).items():
        url = served[file][1]
        if digest(request(url)) != expected:
            sys.exit(f"PyPI serves {file} with other bytes than were built")
        announce(f"PyPI serves `{file}` with SHA-256 `{expected}`: {url}")


def requirement(name: str, version: str) -> str:
    """Return the requirement that a user installs. For a release candidate it includes the version."""
    return f"{name}=={version}" if "-rc" in version else name


def install(folder: Path, wanted: str) -> dict[str, str]:
    """Install *wanted* and LangChain into a new environment; return the digests of the installed files."""
    venv.create(folder, with_pip=True)
    report = folder / "report.json"
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--index-url", f"{PYPI}/"]
    subprocess.run([*pip, "--report", str(report), wanted, "langchain"], check=True)
    return digests_of(json.loads(report.read_text("utf-8")))


def digests_of(report: dict[str, Any]) -> dict[str, str]:
    """Return the file name and digest of each distribution in pip's installation report."""
    taken = [entry["download_info"] for entry in report["install"]]
    names = [urlsplit(each["url"]).path.rpartition("/")[2] for each in taken]
    return {name: each["archive_info"]["hashes"]["sha256"] for name, each in zip(names, taken, strict=True)}


def check_installed(taken: Mapping[str, str], names: list[str], files: dict[str, str]) -> None:
    """End the program unless pip installed our wheel of every project in *names*."""
    for name in names:
        (wheel,) = (file for file in project_files(name, files) if file.endswith(".whl"))
        if taken.get(wheel) != files[wheel]:
            sys.exit(f"pip must install {wheel} as it was built, but installed {sorted(taken)}")


def run_agent(python: Path) -> str:
    """Run an agent in the environment of *python* and return its summary of the result."""
    command = [str(python), "-m", "harness.hosts.langchain.agent_run"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"the agent run failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Install a release from PyPI as a user would.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds until an upload must be visible")
    options = parser.parse_args()
    files = read_sums(options.dist)
    names = [project("core"), project("langchain")]
    for name in names:
        wait_for(name, files, options.patience)
        compare(name, files)
    wanted = requirement(names[1], options.version)
    with tempfile.TemporaryDirectory() as folder:
        check_installed(install(Path(folder), wanted), names, files)
        result = run_agent(Path(folder, "bin/python"))
    announce(f"`pip install {wanted}` installed our files; in an agent run, {result}")


if __name__ == "__main__":
    main()
