"""For each throw-away secret of a rehearsal, list the jobs that may have it; search for leaked secrets.

All tokens have the same format, so the search also finds tokens that the stand-ins for registries issue in the
run.
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

# Maps each secret to the jobs that get it in release.yml. `allowed_jobs` adds the jobs with `id-token: write`.
JOBS: Final = {KEY: {"sign"}, "clawhub": {"clawhub"}, "github": {"guard", "github"}}


def identity_jobs(workflow: dict[str, Any]) -> dict[str, str]:
    """Return the jobs with `id-token: write`, each with the GitHub environment that it runs in."""
    jobs = workflow["jobs"].items()
    able = {name: job for name, job in jobs if job.get("permissions", {}).get("id-token") == "write"}
    return {name: job.get("environment", {}).get("name", "") for name, job in able.items()}


def allowed_jobs(workflow: dict[str, Any]) -> dict[str, set[str]]:
    """Return, for each kind of secret, the jobs whose environment variables may contain it."""
    return JOBS | {"request": {*identity_jobs(workflow)}}


def kinds(content: bytes, private_key: str) -> set[str]:
    """Return the kinds of secrets in *content*; any line of the signing key counts as the key."""
    found = {match[1].decode() for match in TOKEN.finditer(content)}
    lines = [line for line in private_key.splitlines() if line and not line.startswith("-----")]
    return found | ({KEY} if any(line.encode() in content for line in lines) else set())


def leaks(folder: Path, private_key: str) -> Iterator[str]:
    """Yield the files of *folder*, including members of archives, that contain secrets."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            for name, content in opened(path):
                for kind in sorted(kinds(content, private_key)):
                    yield f"{path.relative_to(folder)}{name}: {kind}"


def leaks_of_environments(folder: Path, private_key: str, permitted: dict[str, set[str]]) -> Iterator[str]:
    """Yield each job whose environment, saved as ``JOB.NUMBER``, contained a secret that the job may not have."""
    for path in sorted(folder.iterdir()):
        job = path.name.partition(".")[0]
        for kind in sorted(kinds(path.read_bytes(), private_key)):
            if job not in permitted.get(kind, set()):
                yield f"the environment of the job {job}: {kind}"


def opened(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the content of a file and, if it is an archive, of its members."""
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
    workflow: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return workflow
