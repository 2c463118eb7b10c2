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

from dev.release.build import install_node
from dev.release.verify import artefact_checkout, local_index
from lib import artefacts, hatch_env, stage_report
from lib.difypkg.archive import VERIFICATION, Package, PackageError
from lib.difypkg.keys import read_public
from lib.difypkg.verify import verify
from lib.versions import canonical, stated

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
        paths = ["-o", "pythonpath=."]
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
        sys.exit(f"{', '.join(missing)}: not there. hatch run build")
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
        sys.exit(f"{signed.name} holds other files than the package that is not signed.")


def prepare(scratch: Path, dist: Path) -> Path:
    """Make the tree and the environment; return the interpreter."""
    artefact_checkout.make(scratch / "tree", dist)
    (scratch / "index").mkdir()
    version = canonical(stated())
    ours = [f"{name}=={version}" for name in local_index.OURS.values()]
    with local_index.index(scratch / "index", dist) as url:
        # as a user does, who asks for one and is given both; and with what the tests need
        local_index.install(scratch / "user", url, [ours[1]])
        python = local_index.install(scratch / "tests", url, [*ours, *local_index.requirements()])
    for wheel in dist.glob("*.whl"):
        if names := local_index.differing(python, wheel):
            sys.exit(f"{', '.join(names)}: not installed as in {wheel.name}.")
    return python


@dataclass(frozen=True, slots=True)
class Room:
    """Where the tests are run: what is in *scratch* was prepared."""

    scratch: Path
    python: Path
    dist: Path
    kind: str

    def run(self, suite: Suite, report: stage_report.Report) -> None:
        """Run a suite in the tree, and note what came of it."""
        began = time.monotonic()
        results = self.scratch / f"{suite.name}.xml"
        command = suite.command(self.python, results, self.kind)
        # hatch keeps the environments of this tree in it
        places = {artefacts.UNDER_TEST: str(self.dist), "HATCH_DATA_DIR": str(self.scratch / "hatch")}
        environment = hatch_env.outer_environment() | places
        print(f"\n── {suite.name}", flush=True)
        tree = self.scratch / "tree"
        done = subprocess.run(command, cwd=tree, env=environment, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            report.failed.append(suite.name)
        if results.exists():
            report.not_run |= stage_report.skipped(results)
        report.minutes[suite.name] = (time.monotonic() - began) / 60


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Test what is released as users get it.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", choices=[*(suite.name for suite in SUITES), []])
    asked = parser.parse_args().suites
    kind = os.environ.get("ARTEFACT_TESTS", "full")
    if kind not in KINDS:
        sys.exit(f"ARTEFACT_TESTS is {kind}; it may be {' or '.join(KINDS)}.")
    required = stage_report.requirements()
    dist = artefacts.DIST
    refuse_unfit(dist)
    install_node()
    report = stage_report.Report(left_out=["all but one call of each host"] if kind == "smoke" else [])
    with tempfile.TemporaryDirectory(prefix="page-stats-") as folder:
        began = time.monotonic()
        room = Room(Path(folder), prepare(Path(folder), dist), dist, kind)
        report.minutes["installing"] = (time.monotonic() - began) / 60
        for suite in SUITES:
            if suite.name in asked or not asked:
                room.run(suite, report)
            else:
                report.left_out.append(suite.name)
    missing = stage_report.missed(report, required)
    stage_report.print_report(report, missing)
    return int(bool(report.failed or missing))


if __name__ == "__main__":
    sys.exit(main())
