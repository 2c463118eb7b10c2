"""Test what is released as users get it: ``hatch run release:test-artefacts``, of the files in ``dist``.

Python's packages are installed from an index on loopback, the others are unpacked, and the sources are not there; then
come the parity cases, and the tests of each host. With ``ARTEFACT_TESTS=smoke`` each host gets one call.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import artefacts
import check
import release_index
import release_tree
from difypkg_archive import VERIFICATION, Package, PackageError
from difypkg_keys import read_public
from difypkg_verify import verify
from release_build import install_node
from versions import canonical, stated

KINDS: Final = ("full", "smoke")

# another tool is made of our sources, which are not there
OF_SOURCES: Final = "--ignore-glob=*/test_porting.py"


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests, as pytest is told of them. *host*: they are of a host, of which one call may be enough."""

    name: str
    options: tuple[str, ...]
    host: bool = True

    def command(self, python: Path, results: Path, kind: str) -> list[str]:
        """Return the command that runs them in the environment of *python*."""
        chosen = ["-m", "smoke"] if self.host and kind == "smoke" else []
        # without packages/dify_page_stats, since the core that is in there would stand before the one that is installed
        paths = ["-o", "pythonpath=tests tools"]
        return [str(python), "-m", "pytest", *paths, OF_SOURCES, f"--junitxml={results}", *chosen, *self.options]


SUITES: Final = (
    Suite("parity", ("-p", "no:asyncio", "tests/parity/test_parity.py"), host=False),
    Suite(
        "langchain",
        ("-o", "asyncio_mode=auto", "-o", "asyncio_default_fixture_loop_scope=function", "tests/hosts/langchain"),
    ),
    Suite("dify", ("-p", "no:asyncio", "tests/hosts/dify")),
    # what is in the tarball, compared with the sources, is for release:inspect
    Suite(
        "openclaw",
        ("-p", "no:asyncio", "tests/hosts/openclaw", "--deselect", "tests/hosts/openclaw/test_package.py::TestTarball"),
    ),
)


def refuse_unfit(dist: Path) -> None:
    """End the program, naming the file, unless *dist* has every artefact, and a signed package is the unsigned one."""
    if missing := [name for name in artefacts.names(stated()) if not (dist / name).is_file()]:
        sys.exit(f"missing files: {', '.join(missing)}; run `hatch run build`")
    signed = artefacts.dify(dist).with_suffix(".signed.difypkg")
    if not signed.exists():
        return
    try:
        package = Package.read(signed)
        verify(package, read_public(artefacts.dify(dist).with_suffix(".public.pem")))
    except PackageError as error:
        sys.exit(f"{signed.name}: {error}")
    entries = {name: content for name, content in package.entries.items() if name != VERIFICATION}
    if entries != Package.read(artefacts.dify(dist)).entries:
        sys.exit(f"{signed.name} must contain the same files as the unsigned package")


def prepare(scratch: Path, dist: Path) -> Path:
    """Make the tree and the environment; return the interpreter."""
    release_tree.make(scratch / "tree", dist)
    (scratch / "index").mkdir()
    version = canonical(stated())
    ours = [f"{name}=={version}" for name in release_index.OURS.values()]
    with release_index.Index(scratch / "index", dist) as index:
        # as a user does, who asks for one and is given both; and with what the tests need
        release_index.install(scratch / "user", index, [ours[1]])
        python = release_index.install(scratch / "tests", index, [*ours, *release_index.requirements()])
    for wheel in dist.glob("*.whl"):
        if names := release_index.differing(python, wheel):
            sys.exit(f"installed files differ from {wheel.name}: {', '.join(names)}")
    return python


@dataclass(frozen=True, slots=True)
class Room:
    """Where the tests are run: what is in *scratch* was prepared."""

    scratch: Path
    python: Path
    dist: Path
    kind: str

    def run(self, suite: Suite, report: check.Report) -> None:
        """Run a suite in the tree, and note what came of it."""
        began = time.monotonic()
        results = self.scratch / f"{suite.name}.xml"
        command = suite.command(self.python, results, self.kind)
        # hatch keeps the environments of this tree in it
        places = {artefacts.UNDER_TEST: str(self.dist), "HATCH_DATA_DIR": str(self.scratch / "hatch")}
        environment = check.outer_environment() | places
        print(f"\n── {suite.name}", flush=True)
        tree = self.scratch / "tree"
        done = subprocess.run(command, cwd=tree, env=environment, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            report.failed.append(suite.name)
        if results.exists():
            report.not_run |= check.skipped(results)
        report.minutes[suite.name] = (time.monotonic() - began) / 60


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Test the artefacts as users install them.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", choices=[*(suite.name for suite in SUITES), []])
    asked = parser.parse_args().suites
    kind = os.environ.get("ARTEFACT_TESTS", "full")
    if kind not in KINDS:
        sys.exit(f"ARTEFACT_TESTS must be {' or '.join(KINDS)}, got {kind!r}")
    required = check.requirements()
    dist = artefacts.DIST
    refuse_unfit(dist)
    install_node()
    report = check.Report(left_out=["all but one call of each host"] if kind == "smoke" else [])
    with tempfile.TemporaryDirectory(prefix="page-stats-") as folder:
        began = time.monotonic()
        room = Room(Path(folder), prepare(Path(folder), dist), dist, kind)
        report.minutes["installing"] = (time.monotonic() - began) / 60
        for suite in SUITES:
            if suite.name in asked or not asked:
                room.run(suite, report)
            else:
                report.left_out.append(suite.name)
    missing = check.missed(report, required)
    check.print_report(report, missing)
    return int(bool(report.failed or missing))


if __name__ == "__main__":
    sys.exit(main())
