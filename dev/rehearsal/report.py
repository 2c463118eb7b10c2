"""What a rehearsal shows in the end, and what must be true of it."""

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
from dev.rehearsal.sandbox import Stage
from harness.documents import blocks, claimed
from lib.checksums import digest
from lib.locate.dify_cli import find_cli
from lib.repository import clone


def print_minutes(run: Run) -> None:
    """Print how long each job took."""
    print("\nMinutes per job")
    for job, seconds in run.seconds.items():
        print(f"  {seconds / 60:5.1f}  {job}")


def report(stage: Stage) -> Iterator[str]:
    """Print the report; yield what is wrong."""
    print("\nNot required here" + ("" if stage.not_here else ": nothing"))
    for name, why in stage.not_here.items():
        print(f"  {name}: {why}")
    sealed = {path.name: digest(path.read_bytes()) for path in (stage.folder / "artefacts/release").iterdir()}
    places = published(stage)
    print("\nArtefacts, by SHA-256, and where these very bytes are")
    for name, expected in sorted(sealed.items()):
        where = [place for place, files in places.items() if files.get(name) == expected]
        print(f"  {expected}  {name}: {', '.join(where)}")
    yield from misplaced(sealed, places, stage.version)
    attestation = f"page-stats-{stage.version}.intoto.jsonl"
    if attested(stage.folder / "artefacts/attestation" / attestation) == sealed:
        print(f"\nAttested: all {len(sealed)}")
    else:
        yield "the attestation does not name exactly the files that were sealed"
    print("\nInstalled as users do")
    print((stage.folder / "said/summary.md").read_text("utf-8").rstrip())
    folder = download(stage)
    if "dify-daemon" not in stage.not_here:
        package, key = (folder / f"page_stats-{stage.version}.{end}" for end in ("signed.difypkg", "public.pem"))
        print(f"- `{package.name}` from GitHub is in Dify's daemon; in a call {daemon.install(package, key)}")
    yield from verified(stage, folder)


def published(stage: Stage) -> dict[str, dict[str, str]]:
    """Return for each place the files that users get there, with their digests."""
    registries = stage.registries
    index = {path.name: digest(path.read_bytes()) for path in registries.index.folder.iterdir()}
    clawhub = {f"{name}-{of}.tgz": digest(content) for (name, of), content in registries.clawhub.content.items()}
    github = {
        name: digest(asset) for release in registries.github.published() for name, asset in release.assets.items()
    }
    return {"PyPI": index, "ClawHub": clawhub, "GitHub": github}


def misplaced(sealed: Mapping[str, str], places: Mapping[str, Mapping[str, str]], version: str) -> Iterator[str]:
    """Yield what is not where it should be, or is other bytes there."""
    wanted = {
        "PyPI": {name for name in sealed if name.endswith((".whl", ".tar.gz"))},
        "ClawHub": {name for name in sealed if name.endswith(".tgz")},
        "GitHub": {*sealed, f"page-stats-{version}.intoto.jsonl"},
    }
    for place, names in wanted.items():
        if places[place].keys() != names:
            yield f"{place} has {sorted(places[place])}, and not {sorted(names)}"
        for name in sorted(sealed.keys() & places[place].keys()):
            if places[place][name] != sealed[name]:
                yield f"{place} has another {name} than was sealed"


def attested(bundle: Path) -> dict[str, str]:
    """Return the files that an attestation names, with their digests."""
    statement: dict[str, Any] = json.loads(bundle.read_text("utf-8"))
    return {subject["name"]: subject["digest"]["sha256"] for subject in statement["subject"]}


def commands(version: str, repository: str) -> list[str]:
    """Return the commands by which SECURITY.md has users verify a release, but for those that ask who knows of none."""
    lines = [line for block in claimed(__file__) for line in block.text.splitlines()]
    filled = (line.replace("VERSION", version).replace("REPOSITORY", repository) for line in lines)
    return [*dict.fromkeys(filled)]


def program_of(command: str) -> str:
    """Return the program that *command* runs, perhaps in another folder."""
    return command.rpartition("&& ")[2].split()[0]


def download(stage: Stage) -> Path:
    """Write what GitHub's release holds into the folder of a user, beside a clone; return it."""
    folder = stage.folder / "user"
    folder.mkdir()
    clone(folder / "page-stats", stage.tree)
    (release,) = stage.registries.github.published()
    for name, content in release.assets.items():
        (folder / name).write_bytes(content)
    return folder


def verified(stage: Stage, folder: Path) -> Iterator[str]:
    """Verify the downloads by the commands of SECURITY.md, where their programs are; yield what fails."""
    print("\nVerified as SECURITY.md says")
    programs = folder / "bin"
    programs.mkdir()
    if cli := find_cli()[0]:
        (programs / "dify").symlink_to(cli)
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    for command in commands(stage.version, repository(stage.tree)):
        program = program_of(command)
        if not shutil.which(program, path=environment["PATH"]):
            print(f"  not run here, as there is no {program}: {command}")
            continue
        run = ["bash", "-c", command]
        done = subprocess.run(run, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
        print(f"  {'right' if done.returncode == 0 else 'WRONG'}: {command}")
        if done.returncode:
            yield f"{command}: {done.stdout}{done.stderr}"
    for block in blocks("SECURITY.md"):
        if block.reason:
            print(f"  not run, {block.reason}: {block.text.strip()}")
