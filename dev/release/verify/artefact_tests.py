"""Test the artefacts in ``dist`` as users get them. Run it with ``hatch run release:test-artefacts``.

Installs the Python packages from an index on localhost, unpacks the Dify and OpenClaw packages, and runs the parity
cases and host tests without our sources. ``ARTEFACT_TESTS=smoke`` makes only one call per host.
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

# the tests of docs/porting.md start from our sources, which the checkout lacks
NEEDS_SOURCES: Final = "--ignore-glob=*/test_porting.py"


@dataclass(frozen=True, slots=True)
class Suite:
    """The pytest options of one suite. If *host* is true, the suite tests a host, and ``smoke`` makes only one call."""

    name: str
    options: tuple[str, ...]
    host: bool = True

    def command(self, python: Path, results: Path, kind: str) -> list[str]:
        """Return the command that runs the suite in the environment of *python*."""
        chosen = ["-m", "smoke"] if self.host and kind == "smoke" else []
        # leave out packages/dify_page_stats, whose copy of the core would shadow the installed core
        paths = ["-o", "pythonpath=."]
        return [str(python), "-m", "pytest", *paths, NEEDS_SOURCES, f"--junitxml={results}", *chosen, *self.options]


SUITES: Final = (
    Suite("parity", ("-p", "no:asyncio", "tests/parity/test_parity.py"), host=False),
    Suite(
        "langchain",
        ("-o", "asyncio_mode=auto", "-o", "asyncio_default_fixture_loop_scope=function", "tests/hosts/langchain"),
    ),
    Suite("dify", ("-p", "no:asyncio", "tests/hosts/dify")),
    # leave out the tests of the tarball, because release:inspect already compares it with the sources
    Suite(
        "openclaw",
        ("-p", "no:asyncio", "tests/hosts/openclaw", "--deselect", "tests/hosts/openclaw/test_package.py::TestTarball"),
    ),
)


def check_dist(dist: Path) -> None:
    """End the program unless *dist* has every artefact, and the signed package (if any) matches the unsigned one."""
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
    """Create the checkout and the environment; return the interpreter."""
    artefact_checkout.make(scratch / "tree", dist)
    (scratch / "index").mkdir()
    version = canonical(stated())
    ours = [f"{name}=={version}" for name in local_index.OURS.values()]
    with local_index.Index(scratch / "index", dist) as index:
        # first as a user does (only the LangChain package, which requires the core), then with the test dependencies
        local_index.install(scratch / "user", index, [ours[1]])
        python = local_index.install(scratch / "tests", index, [*ours, *local_index.requirements()])
    for wheel in dist.glob("*.whl"):
        if names := local_index.differing(python, wheel):
            sys.exit(f"installed files differ from {wheel.name}: {', '.join(names)}")
    return python


@dataclass(frozen=True, slots=True)
class Setup:
    """A prepared checkout and environment to run suites in."""

    scratch: Path
    python: Path
    dist: Path
    kind: str

    def run(self, suite: Suite, report: stage_report.Report) -> None:
        """Run a suite in the checkout and add its result to *report*."""
        began = time.monotonic()
        results = self.scratch / f"{suite.name}.xml"
        command = suite.command(self.python, results, self.kind)
        # hatch keeps this checkout's environments in scratch
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
    parser = argparse.ArgumentParser(description="Test the artefacts as users install them.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", choices=[*(suite.name for suite in SUITES), []])
    asked = parser.parse_args().suites
    kind = os.environ.get("ARTEFACT_TESTS", "full")
    if kind not in KINDS:
        sys.exit(f"ARTEFACT_TESTS must be {' or '.join(KINDS)}, got {kind!r}")
    required = stage_report.requirements()
    dist = artefacts.DIST
    check_dist(dist)
    install_node()
    report = stage_report.Report(left_out=["all but one call of each host"] if kind == "smoke" else [])
    with tempfile.TemporaryDirectory(prefix="page-stats-") as folder:
        began = time.monotonic()
        setup = Setup(Path(folder), prepare(Path(folder), dist), dist, kind)
        report.minutes["installing"] = (time.monotonic() - began) / 60
        for suite in SUITES:
            if suite.name in asked or not asked:
                setup.run(suite, report)
            else:
                report.left_out.append(suite.name)
    missing = stage_report.missed(report, required)
    stage_report.print_report(report, missing)
    return int(bool(report.failed or missing))


if __name__ == "__main__":
    sys.exit(main())
