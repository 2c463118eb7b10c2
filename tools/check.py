"""Run what a submission must pass, stage by stage: ``hatch run check``, or ``hatch run check:fast`` for its quick part.

``hatch run check STAGE …`` runs the stages of these names alone.

The quick part runs two stages at once, since some of them wait most of the time; what each prints is shown when it has
ended. The last lines say how long each stage took, and all, what was not run here and why, and whether all is well.
``CHECK_REQUIRE`` (names of ``REQUIRABLE``, separated by commas) makes a failure of each of those that was not run.
A new stage is a row of ``STAGES``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from work_tree import uncommitted

ROOT: Final = Path(__file__).resolve().parent.parent
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
# What the tests of the stages "dify" and "mcp" may lack.
DIFY: Final = ("dify-sdk", "dify-cli", "dify-daemon")
MCP: Final = ("mcp-typescript",)
REQUIRABLE: Final = (*(f"python-{version}" for version in PYTHONS), "langchain", "openclaw", *DIFY, *MCP, "build")
NOT_SLOW: Final = ("-m", "not slow")
CURRENT: Final = f"{sys.version_info[0]}.{sys.version_info[1]}"


@dataclass(frozen=True, slots=True)
class Stage:
    """One ``hatch`` command.

    *after*: the stage that has to end before it begins; *tests*: it runs pytest; *python*: the interpreter that it
    needs, if not any; *committed*: it needs a work tree in which everything is committed, as it is after a fresh clone.
    """

    name: str
    command: tuple[str, ...]
    fast: bool = False
    after: str | None = None
    tests: bool = False
    python: str | None = None
    committed: bool = False

    @property
    def title(self) -> str:
        """The name, and the command that runs it alone."""
        return f"{self.name}: hatch {' '.join(self.command)}"

    @property
    def environment(self) -> str:
        """The name of hatch's environment."""
        option, value, *_ = self.command
        return value if option == "-e" else value.rpartition(":")[0] or "default"

    def obstacle(self, environment: Mapping[str, str]) -> str | None:
        """Return why it cannot be run here, if it cannot."""
        if self.python and not has_python(self.python, environment):
            return no_python(self.python)
        if self.committed and (names := uncommitted()):
            return f"uncommitted changes: {', '.join(names)}"
        return None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one stage: *output* is what it printed, if that was kept."""

    stage: Stage
    minutes: float
    failed: bool
    not_run: Mapping[str, str]
    output: str = ""


@dataclass(slots=True)
class Report:
    """What came of the stages, and when the first began, on the monotonic clock."""

    minutes: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    not_run: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def add(self, outcome: Outcome) -> None:
        """Take up what came of one stage."""
        self.minutes[outcome.stage.name] = outcome.minutes
        self.not_run |= outcome.not_run
        if outcome.failed:
            self.failed.append(outcome.stage.name)


def units_on(python: str) -> Stage:
    """Return the stage that runs the units, but the slow ones, on another Python than the one that runs everything."""
    command = ("-e", f"pinned.py{python}", "run", "packages", *NOT_SLOW)
    return Stage(f"python-{python}", command, tests=True, python=python)


def langchain_on(python: str) -> Stage:
    """Return the stage that runs LangChain's agents on another Python than the one that runs everything."""
    return Stage(f"langchain-{python}", ("-e", f"pinned.py{python}", "run", "langchain"), tests=True, python=python)


STAGES: Final = (
    Stage("lint", ("run", "lint:check"), fast=True),
    Stage("types", ("run", "types:check"), fast=True),
    Stage("manifests", ("run", "manifests", "--check"), fast=True),
    Stage("version", ("run", "version", "--check"), fast=True),
    Stage("workflows", ("run", "workflows:check"), fast=True),
    Stage("tables", ("run", "tables:check")),
    Stage("typescript", ("run", "node:check"), fast=True),
    Stage("units", ("run", "units"), fast=True, tests=True),
    Stage("parity", ("run", "parity"), fast=True, after="typescript", tests=True),  # it calls what is installed there
    Stage("fuzz", ("run", "parity:fuzz")),
    *(units_on(python) for python in PYTHONS if python != CURRENT),
    Stage("lowest", ("-e", "lowest.py3.11", "run", "packages", *NOT_SLOW), tests=True, python="3.11"),
    Stage("langchain", ("run", "hosts:langchain"), tests=True),
    *(langchain_on(python) for python in PYTHONS if python != CURRENT),
    Stage("langchain-lowest", ("-e", "lowest.py3.11", "run", "langchain"), tests=True, python="3.11"),
    Stage("mcp", ("run", "hosts:mcp"), tests=True),
    Stage("mcp-lowest", ("-e", "mcp-lowest", "run", "mcp"), tests=True, python="3.11"),
    Stage("openclaw", ("run", "hosts:openclaw"), tests=True),
    Stage("dify", ("run", "hosts:dify"), tests=True),
    # no pytest, but it reports in the same way which hosts it could not ask
    Stage("compare", ("run", "compare", "--check"), tests=True),
    Stage("packaging", ("run", "release:units"), tests=True),
    Stage("build", ("run", "build"), committed=True),
    Stage("inspect", ("run", "release:inspect"), committed=True),
)


def chosen(names: Sequence[str], *, fast: bool) -> list[Stage]:
    """Return the stages of these names, or all, in the order of the table; if *fast*, only those that end soon."""
    if unknown := sorted(set(names) - {stage.name for stage in STAGES}):
        choices = ", ".join(stage.name for stage in STAGES)
        sys.exit(f"unknown stage {', '.join(map(repr, unknown))} (choose from {choices})")
    return [stage for stage in STAGES if (not names or stage.name in names) and (stage.fast or not fast)]


def outer_environment() -> dict[str, str]:
    """Return the environment as it was before hatch entered its own, which an inner hatch would otherwise stay in."""
    inner = {"HATCH_ENV_ACTIVE", "UV_CONSTRAINT", "VIRTUAL_ENV"}
    environment = {name: value for name, value in os.environ.items() if name not in inner}
    scripts = Path(sys.executable).parent
    path = environment["PATH"].split(os.pathsep)
    return environment | {"PATH": os.pathsep.join(part for part in path if Path(part) != scripts)}


def find_hatch(environment: Mapping[str, str]) -> str:
    """Return hatch's path: beside the uv that hatch brought, since nobody has to have it on the PATH."""
    beside = str(Path(environment.get("HATCH_UV", "")).parent)
    hatch = shutil.which("hatch", path=beside) or shutil.which("hatch", path=environment["PATH"])
    return hatch or sys.exit("hatch not found: run this as `hatch run check`")


def no_python(version: str) -> str:
    """Return what is said where ``has_python`` is false."""
    return f"no working python{version} on the PATH"


def has_python(version: str, environment: Mapping[str, str]) -> bool:
    """Whether ``pythonX.Y`` is on the PATH and starts; hatch would download one that does not."""
    python = shutil.which(f"python{version}", path=environment["PATH"])
    if not python:
        return False
    return subprocess.run([python, "-c", ""], env=environment, capture_output=True, check=False).returncode == 0


def run(stages: Sequence[Stage], *, fast: bool) -> Report:
    """Run *stages*, whatever becomes of them: one after another, or if *fast* two at once."""
    report = Report(left_out=["tests marked slow" if fast else f"tests marked slow, but on {CURRENT}"])
    report.left_out += [stage.name for stage in STAGES if stage not in stages]
    environment = outer_environment()
    hatch = find_hatch(environment)
    report.not_run |= {stage.name: why for stage in stages if (why := stage.obstacle(environment))}
    possible = [stage for stage in stages if stage.name not in report.not_run]
    for outcome in outcomes(possible, lambda stage: run_stage(stage, hatch, environment, fast=fast), 2 if fast else 1):
        if fast:
            print(f"\n── {outcome.stage.title}\n{outcome.output}", end="", flush=True)
        report.add(outcome)
    return report


def outcomes(stages: Sequence[Stage], run_one: Callable[[Stage], Outcome], hands: int) -> Iterator[Outcome]:
    """Run *stages* in their order, as many at once as there are *hands*; yield what comes of each when it has ended."""
    waiting, entered = list(stages), set[str]()
    running: dict[Future[Outcome], Stage] = {}
    with ThreadPoolExecutor(hands) as pool:
        while waiting or running:
            while len(running) < hands and (stage := next_stage(waiting, [*running.values()], entered)):
                waiting.remove(stage)
                running[pool.submit(run_one, stage)] = stage
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                entered.add(running.pop(ended).environment)
                yield ended.result()


def next_stage(waiting: Sequence[Stage], running: Sequence[Stage], entered: Set[str]) -> Stage | None:
    """Return the first that may begin now, if one may.

    The first stage of an environment shares it with none: hatch may have to make it, or to bring it up to date.
    """
    to_come = {stage.name for stage in (*waiting, *running)}
    in_the_making = {stage.environment for stage in running} - entered
    return next((s for s in waiting if s.after not in to_come and s.environment not in in_the_making), None)


def run_stage(stage: Stage, hatch: str, environment: Mapping[str, str], *, fast: bool) -> Outcome:
    """Run one stage; if *fast*, keep what it prints."""
    with tempfile.TemporaryDirectory() as scratch:
        results = Path(scratch, "results.xml")
        command = [hatch, *stage.command]
        if stage.tests:
            command += [f"--junitxml={results}", *(NOT_SLOW if fast else [])]
        print(f"{stage.name} …" if fast else f"\n── {stage.title}", flush=True)
        began = time.monotonic()
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if fast else None,
            stderr=subprocess.STDOUT if fast else None,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        not_run = skipped(results) if results.exists() else {}
        return Outcome(stage, minutes_since(began), done.returncode != 0, not_run, done.stdout or "")


def minutes_since(began: float) -> float:
    """Return the minutes since *began* on the monotonic clock."""
    return (time.monotonic() - began) / 60


def skipped(results: Path) -> dict[str, str]:
    """Return the tests that pytest skipped, each with the reason."""
    cases = ET.parse(results).iter("testcase")  # noqa: S314  # pytest has just written it
    return {
        f"{case.get('classname')}.{case.get('name')}": skip.get("message") or ""
        for case in cases
        if (skip := case.find("skipped")) is not None
    }


def requirements() -> set[str]:
    """Return what CHECK_REQUIRE names."""
    names = {name.strip() for name in os.environ.get("CHECK_REQUIRE", "").split(",")} - {""}
    if unknown := sorted(names - set(REQUIRABLE)):
        sys.exit(f"unknown name {', '.join(map(repr, unknown))} in CHECK_REQUIRE (choose from {', '.join(REQUIRABLE)})")
    return names


def missed(report: Report, required: set[str]) -> list[str]:
    """Return what is required but was not run: a stage of that name, or a test skipped for the reason ``name: …``."""
    names = set(report.not_run) | {reason.partition(":")[0] for reason in report.not_run.values()}
    return sorted(required & names)


def print_report(report: Report, missing: Sequence[str]) -> None:
    """Print the last lines."""
    print("\nMinutes per stage")
    for name, minutes in report.minutes.items():
        print(f"  {minutes:5.1f}  {name}{'  failed' if name in report.failed else ''}")
    print(f"  {minutes_since(report.began):5.1f}  from the first to the last")
    if report.left_out:
        print(f"\nLeft out: {', '.join(report.left_out)}")
    print("\nNot run here" + ("" if report.not_run else ": nothing"))
    for name, reason in report.not_run.items():
        print(f"  {name}: {reason}")
    faults = [*report.failed, *(f"{name} (required, but not run)" for name in missing)]
    print(f"\nFailed: {', '.join(faults)}" if faults else "\nPassed")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Run the checks that every change must pass.")
    parser.add_argument("--fast", action="store_true", help="run only the fast stages, without slow tests")
    parser.add_argument("stages", nargs="*", metavar="STAGE", help="run only these stages")
    asked = parser.parse_args()
    fast, required = asked.fast, requirements()
    report = run(chosen(asked.stages, fast=fast), fast=fast)
    missing = [] if fast else missed(report, required)
    print_report(report, missing)
    return int(bool(report.failed or missing))


if __name__ == "__main__":
    sys.exit(main())
