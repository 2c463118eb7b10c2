"""Runs a comparison's probes, then writes the page and cells, or checks the stored cells against the results."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from comparison.engine.cells import Cell, Cells, Name, Observation, changed_cells, dump, from_json, host_of, load
from comparison.engine.comparison import Comparison
from comparison.engine.render import differing, rendered
from lib.hatch_env import find_hatch, outer_environment
from lib.repository import ROOT


@dataclass(slots=True)
class ProbeResults:
    """Observations, the version of each host that was probed, and the reason why each other host was not probed."""

    cells: dict[Name, Observation] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def run_probes(comparison: Comparison, hosts: list[str], names: list[str]) -> ProbeResults:
    """Run the probes of the questions in *names* on each of *hosts*, with one process per host."""
    results = ProbeResults()
    with ThreadPoolExecutor() as threads:
        run = partial(run_in_process, comparison, names=names)
        outputs = dict(zip(hosts, threads.map(run, hosts), strict=True))
    for host, output in outputs.items():
        if "missing" in output:
            results.missing[host] = output["missing"]
            continue
        results.versions[host] = output["version"]
        results.cells |= {Name(*name): from_json(data) for *name, data in output["cells"]}
    return results


def run_in_process(comparison: Comparison, host: str, names: list[str], module: str = "") -> dict[str, Any]:
    """Run *module* (by default ``comparison.module``) in the environment of *host* and return the module's output."""
    module = module or comparison.module
    command, environment = [sys.executable], dict(os.environ)
    if name := comparison.environments.get(host):
        environment = outer_environment()
        command = [find_hatch(environment), "-e", name, "run", "python"]
        if error := _install_error([*command, "-c", ""], environment):
            return {"missing": f"{host}: installing {name} failed: {error}"}
    environment |= {"PAGE_STATS_SCRIPTS": str(Path(sys.executable).parent)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "cells.json")
        command += ["-m", module, host, str(file), *names]
        run = partial(subprocess.run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        if (done := run(command, cwd=ROOT, env=environment)).returncode:
            sys.exit(f"{done.stdout}\n{module} failed for {host}.")
        output: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return output


def _install_error(command: list[str], environment: Mapping[str, str]) -> str:
    """Run *command*, which makes hatch create an environment; if it fails, return the last line of its output."""
    run = partial(subprocess.run, capture_output=True, encoding="utf-8", check=False)
    done = run(command, cwd=ROOT, env=environment)
    return (done.stderr.strip() or done.stdout.strip()).splitlines()[-1] if done.returncode else ""


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def merged(comparison: Comparison, stored: Cells, results: ProbeResults, names: list[str]) -> Cells:
    """Return the stored cells, with new cells for the probed hosts and questions, in the order of the questions."""
    new = {
        name: Cell(observation, results.versions[host_of(name.column)], today())
        for name, observation in results.cells.items()
    }
    unprobed = {
        name: cell
        for name, cell in stored.items()
        if host_of(name.column) not in results.versions or name.question not in names
    }
    cells = unprobed | new
    questions = comparison.questions
    places = (Name(each.name, row, column) for each in questions for row in each.rows for column in each.columns)
    return {name: cells[name] for name in places if name in cells}


def report_missing(results: ProbeResults, cells: Cells) -> None:
    """Print each host that was not run, and when its stored cells were recorded."""
    for host, why in results.missing.items():
        last = {f"{cell.version} on {cell.date}" for name, cell in cells.items() if host_of(name.column) == host}
        print(f"Not run here: {host} ({why}); its cells keep their last proof: {', '.join(sorted(last)) or 'none'}.")


def write_skipped(file: Path, missing: Mapping[str, str]) -> None:
    """Write the missing hosts as skipped tests in JUnit XML, which ``hatch run check`` reads."""
    cases = (
        f'<testcase classname="compare" name={quoteattr(host)}><skipped message={quoteattr(why)}/></testcase>'
        for host, why in missing.items()
    )
    file.write_text(f"<testsuite>{''.join(cases)}</testsuite>", "utf-8")


def check(comparison: Comparison, cells: Cells, results: ProbeResults, names: list[str]) -> int:
    """Print every changed cell and every stale file; return 1 if there are any, else 0."""
    probed = {(name, host) for name in names for host in results.versions}
    faults = changed_cells(cells, results.cells, probed) + stale(comparison, cells)
    page = comparison.page.relative_to(ROOT)
    print("\n".join(faults) or f"{len(results.cells)} cells match {page}.")
    return int(bool(faults))


def stale(comparison: Comparison, cells: Cells) -> list[str]:
    """Return a line for each row of the page, and for each file, that differs from the output for *cells*."""
    page = comparison.page
    faults = differing(rendered(comparison, cells), page.read_text("utf-8") if page.exists() else "")
    for path, text in files(comparison, cells).items():
        if not path.exists() or path.read_text("utf-8") != text:
            faults.append(f"{path.relative_to(ROOT)} does not match its cells: `{comparison.command}` writes it")
    return faults


def files(comparison: Comparison, cells: Cells) -> dict[Path, str]:
    """Return the text of every file that is written, by path."""
    page = "".join(f"{line.text}\n" for line in rendered(comparison, cells))
    return {comparison.store: dump(cells), comparison.page: page, **comparison.pictures(cells)}


def select(comparison: Comparison, only: list[str]) -> tuple[list[str], list[str]]:
    """Return the hosts and questions in *only*: all hosts if it lists no host, all questions if it lists no question.

    Exits if *only* contains any other name.
    """
    hosts, names = comparison.hosts, comparison.names
    if unknown := sorted(set(only) - {*hosts, *names}):
        sys.exit(f"unknown name {', '.join(unknown)} (choose from {', '.join([*hosts, *names])})")
    return [host for host in hosts if host in only] or list(hosts), [name for name in names if name in only] or list(
        names
    )


def parser(comparison: Comparison, about: str | None) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=comparison.command, description=about)
    made.add_argument("--check", action="store_true", help="write nothing; fail if a cell has changed")
    made.add_argument("--only", nargs="+", default=[], metavar="NAME", help="hosts or questions to run (default: all)")
    made.add_argument("--page", action="store_true", help="run no host; write the page from the stored cells")
    made.add_argument("--all", action="store_true", help="fail if a host is missing")
    made.add_argument("--junitxml", type=Path, metavar="FILE", help="write the missing hosts as skipped tests")
    return made


def run(comparison: Comparison, asked: argparse.Namespace) -> int:
    """Run the selected probes, then write their results or check them; return the exit status."""
    hosts, names = select(comparison, asked.only)
    if asked.page:
        return write(comparison, load(comparison.store))
    results = run_probes(comparison, hosts, names)
    stored = load(comparison.store)
    cells = stored if asked.check else merged(comparison, stored, results, names)
    report_missing(results, cells)
    if asked.junitxml:
        write_skipped(asked.junitxml, results.missing)
    if asked.check:
        return check(comparison, cells, results, names) or int(asked.all and bool(results.missing))
    print(f"{len(results.cells)} cells recorded, {len(cells)} stored.")
    write(comparison, cells)
    return int(asked.all and bool(results.missing))


def write(comparison: Comparison, cells: Cells) -> int:
    """Write every file that *cells* produce; return 0, the exit status."""
    for path, text in files(comparison, cells).items():
        path.write_text(text, "utf-8")
    return 0
