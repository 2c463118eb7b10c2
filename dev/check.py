"""Run the checks that a submission must pass. Each check is a ``hatch`` command, called a stage.

``hatch run check`` runs all stages, and ``hatch run check STAGE …`` runs only the named ones.
``hatch run check:fast`` runs only the quick stages, and prints a stage's output when the stage ends. Two stages
run at a time, because some stages mostly wait.

The report lists the minutes per stage, the failures, and everything that was not run, with the reason. The
environment variable ``CHECK_REQUIRE`` holds names from ``REQUIRABLE`` in lib/stage_report.py, separated by commas;
the check fails if any of them was not run. To add a stage, add a row to ``STAGES``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lib.hatch_env import find_hatch, has_python, outer_environment, why_no_python
from lib.repository import ROOT, uncommitted
from lib.stage_report import PYTHONS, Report, minutes_since, missed, print_report, requirements, skipped

NOT_SLOW: Final = ("-m", "not slow")
CURRENT: Final = f"{sys.version_info[0]}.{sys.version_info[1]}"


@dataclass(frozen=True, slots=True)
class Stage:
    """One ``hatch`` command.

    *after* is the stage that must end before this one starts. *tests* means that the command runs pytest. *python* is
    the interpreter that the command requires. *committed* means that the command requires a work tree without
    uncommitted changes.
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
        """The stage's name, and the command that runs only this stage."""
        return f"{self.name}: hatch {' '.join(self.command)}"

    @property
    def environment(self) -> str:
        """The name of the stage's hatch environment."""
        option, value, *_ = self.command
        return value if option == "-e" else value.rpartition(":")[0] or "default"

    def obstacle(self, environment: Mapping[str, str]) -> str | None:
        """Return why the stage cannot run here, or None."""
        if self.python and not has_python(self.python, environment):
            return why_no_python(self.python)
        if self.committed and (names := uncommitted()):
            return f"uncommitted changes: {', '.join(names)}"
        return None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one stage; *output* is empty unless the output was captured."""

    stage: Stage
    minutes: float
    failed: bool
    not_run: Mapping[str, str]
    output: str = ""


def units_on(python: str) -> Stage:
    """Return the stage that runs the unit tests, except the slow ones, on this version of Python."""
    command = ("-e", f"pinned.py{python}", "run", "packages", *NOT_SLOW)
    return Stage(f"python-{python}", command, tests=True, python=python)


def langchain_on(python: str) -> Stage:
    """Return the stage that runs LangChain's agents on this version of Python."""
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
    Stage("parity", ("run", "parity"), fast=True, after="typescript", tests=True),  # typescript installs npm packages
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
    # does not run pytest, but lists the hosts that it could not run in a JUnit file, as pytest does
    Stage("compare", ("run", "compare", "--check"), tests=True),
    Stage("packaging", ("run", "release:units"), tests=True),
    Stage("build", ("run", "build"), committed=True),
    Stage("inspect", ("run", "release:inspect"), committed=True),
)


def chosen(names: Sequence[str], *, fast: bool) -> list[Stage]:
    """Return the named stages (default: all) in the order of ``STAGES``. With *fast*, leave out the slow stages."""
    if unknown := sorted(set(names) - {stage.name for stage in STAGES}):
        choices = ", ".join(stage.name for stage in STAGES)
        sys.exit(f"unknown stage {', '.join(map(repr, unknown))} (choose from {choices})")
    return [stage for stage in STAGES if (not names or stage.name in names) and (stage.fast or not fast)]


def run(stages: Sequence[Stage], *, fast: bool) -> Report:
    """Run *stages* one after another, or two at a time with *fast*. A failure does not stop the other stages."""
    report = Report(left_out=["tests marked slow" if fast else f"tests marked slow, but on {CURRENT}"])
    report.left_out += [stage.name for stage in STAGES if stage not in stages]
    environment = outer_environment()
    hatch = find_hatch(environment)
    report.not_run |= {stage.name: why for stage in stages if (why := stage.obstacle(environment))}
    possible = [stage for stage in stages if stage.name not in report.not_run]
    for outcome in outcomes(possible, lambda stage: run_stage(stage, hatch, environment, fast=fast), 2 if fast else 1):
        if fast:
            print(f"\n── {outcome.stage.title}\n{outcome.output}", end="", flush=True)
        report.add(outcome.stage.name, outcome.minutes, outcome.not_run, failed=outcome.failed)
    return report


def outcomes(stages: Sequence[Stage], run_one: Callable[[Stage], Outcome], workers: int) -> Iterator[Outcome]:
    """Start *stages* in order, up to *workers* at once; yield each result when it is complete."""
    waiting, entered = list(stages), set[str]()
    running: dict[Future[Outcome], Stage] = {}
    with ThreadPoolExecutor(workers) as pool:
        while waiting or running:
            while len(running) < workers and (stage := next_stage(waiting, [*running.values()], entered)):
                waiting.remove(stage)
                running[pool.submit(run_one, stage)] = stage
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                entered.add(running.pop(ended).environment)
                yield ended.result()


def next_stage(waiting: Sequence[Stage], running: Sequence[Stage], entered: Set[str]) -> Stage | None:
    """Return the first stage that can start now, or None.

    Until the first stage in an environment has ended, no other stage may use this environment, because hatch may
    still create or update it.
    """
    to_come = {stage.name for stage in (*waiting, *running)}
    being_made = {stage.environment for stage in running} - entered
    return next((s for s in waiting if s.after not in to_come and s.environment not in being_made), None)


def run_stage(stage: Stage, hatch: str, environment: Mapping[str, str], *, fast: bool) -> Outcome:
    """Run one stage; with *fast*, capture its output."""
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


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the checks that a submission must pass.")
    parser.add_argument("--fast", action="store_true", help="run only the quick stages, without slow tests")
    parser.add_argument("stages", nargs="*", metavar="STAGE", help="run only these stages")
    options = parser.parse_args()
    fast, required = options.fast, requirements()
    report = run(chosen(options.stages, fast=fast), fast=fast)
    missing = [] if fast else missed(report, required)
    print_report(report, missing)
    return int(bool(report.failed or missing))


if __name__ == "__main__":
    sys.exit(main())
