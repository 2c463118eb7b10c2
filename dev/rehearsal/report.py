"""The report at the end of a rehearsal, with its checks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dev.rehearsal import daemon
from dev.rehearsal.act import Run
from dev.rehearsal.checkout import repository
from dev.rehearsal.sandbox import Sandbox
from harness.documents import blocks, claimed
from lib.checksums import digest
from lib.locate.dify_cli import find_cli
from lib.repository import clone


def print_minutes(run: Run) -> None:
    print("\nMinutes per job")
    for job, seconds in run.seconds.items():
        print(f"  {seconds / 60:5.1f}  {job}")


def report(sandbox: Sandbox) -> Iterator[str]:
    """Print the report; yield errors."""
    print("\nNot required here" + ("" if sandbox.unavailable else ": nothing"))
    for name, why in sandbox.unavailable.items():
        print(f"  {name}: {why}")
    sealed = {path.name: digest(path.read_bytes()) for path in (sandbox.folder / "artefacts/release").iterdir()}
    places = published(sandbox)
    print("\nArtefacts by SHA-256, and the registries that have the same bytes")
    for name, expected in sorted(sealed.items()):
        where = [place for place, files in places.items() if files.get(name) == expected]
        print(f"  {expected}  {name}: {', '.join(where)}")
    yield from misplaced(sealed, places, sandbox.version)
    attestation = f"page-stats-{sandbox.version}.intoto.jsonl"
    if attested(sandbox.folder / "artefacts/attestation" / attestation) == sealed:
        print(f"\nAttested: all {len(sealed)}")
    else:
        yield "the attestation does not name exactly the sealed files"
    print("\nInstalled as a user would")
    print((sandbox.folder / "logs/summary.md").read_text("utf-8").rstrip())
    folder = download(sandbox)
    if "dify-daemon" not in sandbox.unavailable:
        package, key = (folder / f"page_stats-{sandbox.version}.{end}" for end in ("signed.difypkg", "public.pem"))
        result = daemon.install(package, key)
        print(f"- `{package.name}` from GitHub was installed in Dify's daemon; when called, {result}")
    yield from verify(sandbox, folder)


def published(sandbox: Sandbox) -> dict[str, dict[str, str]]:
    """Return the files that users get from each registry, with their digests."""
    registries = sandbox.registries
    index = {path.name: digest(path.read_bytes()) for path in registries.index.folder.iterdir()}
    clawhub = {f"{name}-{of}.tgz": digest(content) for (name, of), content in registries.clawhub.content.items()}
    github = {
        name: digest(asset) for release in registries.github.published() for name, asset in release.assets.items()
    }
    return {"PyPI": index, "ClawHub": clawhub, "GitHub": github}


def misplaced(sealed: Mapping[str, str], places: Mapping[str, Mapping[str, str]], version: str) -> Iterator[str]:
    """Yield errors for files that a registry lacks, has with other bytes, or should not have."""
    wanted = {
        "PyPI": {name for name in sealed if name.endswith((".whl", ".tar.gz"))},
        "ClawHub": {name for name in sealed if name.endswith(".tgz")},
        "GitHub": {*sealed, f"page-stats-{version}.intoto.jsonl"},
    }
    for place, names in wanted.items():
        if places[place].keys() != names:
            yield f"{place} must have {sorted(names)}, got {sorted(places[place])}"
        for name in sorted(sealed.keys() & places[place].keys()):
            if places[place][name] != sealed[name]:
                yield f"{place} has {name} with other bytes than were sealed"


def attested(bundle: Path) -> dict[str, str]:
    """Return the files that an attestation names, with their digests."""
    statement: dict[str, Any] = json.loads(bundle.read_text("utf-8"))
    return {subject["name"]: subject["digest"]["sha256"] for subject in statement["subject"]}


def commands(version: str, repository: str) -> list[str]:
    """Return the commands in SECURITY.md that verify a release, except those marked as not run."""
    lines = [line for block in claimed(__file__) for line in block.text.splitlines()]
    filled = (line.replace("VERSION", version).replace("REPOSITORY", repository) for line in lines)
    return [*dict.fromkeys(filled)]


def program_of(command: str) -> str:
    """Return the program that *command* runs; a ``cd`` before it is skipped."""
    return command.rpartition("&& ")[2].split()[0]


def download(sandbox: Sandbox) -> Path:
    """Download the release from GitHub into a new folder, clone the repository there, and return the folder."""
    folder = sandbox.folder / "user"
    folder.mkdir()
    clone(folder / "page-stats", sandbox.tree)
    (release,) = sandbox.registries.github.published()
    for name, content in release.assets.items():
        (folder / name).write_bytes(content)
    return folder


def verify(sandbox: Sandbox, folder: Path) -> Iterator[str]:
    """Run the commands of SECURITY.md on the downloads, if their programs are installed; yield failures."""
    print("\nVerified with the commands of SECURITY.md")
    programs = folder / "bin"
    programs.mkdir()
    if cli := find_cli()[0]:
        (programs / "dify").symlink_to(cli)
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    for command in commands(sandbox.version, repository(sandbox.tree)):
        program = program_of(command)
        if not shutil.which(program, path=environment["PATH"]):
            print(f"  not run here, {program} is missing: {command}")
            continue
        run = ["bash", "-c", command]
        done = subprocess.run(run, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
        print(f"  {'passed' if done.returncode == 0 else 'FAILED'}: {command}")
        if done.returncode:
            yield f"{command}: {done.stdout}{done.stderr}"
    for block in blocks("SECURITY.md"):
        if block.reason:
            print(f"  not run, {block.reason}: {block.text.strip()}")
