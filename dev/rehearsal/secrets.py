"""The secrets of a rehearsal: throw-away ones, which jobs may have each, and the search for where they should not be.

Every token is made by a stand-in and looks alike, so that those that are made on the way are found, too.
"""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

TOKEN: Final = re.compile(rb"\b(request|identity|github|clawhub|minted|pypi)-[0-9a-f]{32}\b")
KEY: Final = "key"

# The jobs whose steps are given each secret by release.yml; what a runner asks with is for jobs with a permission.
JOBS: Final = {KEY: {"sign"}, "clawhub": {"clawhub"}, "github": {"guard", "github"}}


def identity_jobs(workflow: dict[str, Any]) -> dict[str, str]:
    """Return the jobs that may ask GitHub who they are, each with its environment."""
    jobs = workflow["jobs"].items()
    able = {name: job for name, job in jobs if job.get("permissions", {}).get("id-token") == "write"}
    return {name: job.get("environment", {}).get("name", "") for name, job in able.items()}


def allowed_jobs(workflow: dict[str, Any]) -> dict[str, set[str]]:
    """Return for each kind of secret the jobs in whose environment it may be."""
    return JOBS | {"request": {*identity_jobs(workflow)}}


def kinds(content: bytes, private_key: str) -> set[str]:
    """Return which kinds of secrets *content* holds; any one line of the key counts."""
    found = {match[1].decode() for match in TOKEN.finditer(content)}
    lines = [line for line in private_key.splitlines() if line and not line.startswith("-----")]
    return found | ({KEY} if any(line.encode() in content for line in lines) else set())


def leaks(folder: Path, private_key: str) -> Iterator[str]:
    """Yield where secrets are in the files of *folder*, those in archives included."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            for name, content in opened(path):
                for kind in sorted(kinds(content, private_key)):
                    yield f"{path.relative_to(folder)}{name}: {kind}"


def leaks_of_environments(folder: Path, private_key: str, permitted: dict[str, set[str]]) -> Iterator[str]:
    """Yield which jobs had a secret in their environment that is not for them; the files are ``JOB.NUMBER``."""
    for path in sorted(folder.iterdir()):
        job = path.name.partition(".")[0]
        for kind in sorted(kinds(path.read_bytes(), private_key)):
            if job not in permitted.get(kind, set()):
                yield f"the environment of the job {job}: {kind}"


def opened(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the content of a file, and those of the files in it if it is an archive."""
    yield "", path.read_bytes()
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from ((f"/{name}", archive.read(name)) for name in archive.namelist())
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as tarball:
            for member in tarball:
                if file := tarball.extractfile(member):
                    yield f"/{member.name}", file.read()


def read_workflow(path: Path) -> dict[str, Any]:
    """Return what a workflow says."""
    told: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return told
