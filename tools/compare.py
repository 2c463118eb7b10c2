"""Compare the contracts: run the probes, and write ``docs/contracts.md`` and what it is made of.

``--check`` writes nothing, and fails, naming the cell, if a host behaves otherwise than the page says.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from check import ROOT, find_hatch, outer_environment
from contracts.cells import Cell, Cells, Name, Seen, as_seen, dumped, host_of, load, moved
from contracts.compared import CONTRACTS
from contracts.comparison import Comparison
from contracts.costs import MEASURED, WRITTEN
from contracts.render import differing, rendered
from machine import processor

PATHS: Final = os.pathsep.join(str(ROOT / folder) for folder in ("tools", "tests", "packages/dify_page_stats"))
MEASURES: Final = {
    "installed": "what is installed, the host's SDK included",
    "start": "from nothing until the tool can be called",
    "call": "one warm call",
}


@dataclass(slots=True)
class Found:
    """What the probes saw, by whom, and of which hosts nothing could be seen, with the reason."""

    cells: dict[Name, Seen] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def prove(comparison: Comparison, hosts: list[str], names: list[str]) -> Found:
    """Run the probes of these questions on these hosts, each host in a process of its own."""
    found = Found()
    with ThreadPoolExecutor() as threads:
        run = partial(_told, comparison, names=names)
        all_told = dict(zip(hosts, threads.map(run, hosts), strict=True))
    for host, told in all_told.items():
        if "missing" in told:
            found.missing[host] = told["missing"]
            continue
        found.versions[host] = told["version"]
        found.cells |= {Name(*name): as_seen(data) for *name, data in told["cells"]}
    return found


def _told(comparison: Comparison, host: str, names: list[str], module: str = "") -> dict[str, Any]:
    module = module or comparison.module
    command, environment = [sys.executable], dict(os.environ)
    if name := comparison.environments.get(host):
        environment = outer_environment()
        command = [find_hatch(environment), "-e", name, "run", "python"]
        if obstacle := _obstacle([*command, "-c", ""], environment):
            return {"missing": f"{host}: installing {name} failed: {obstacle}"}
    environment |= {"PYTHONPATH": PATHS, "PAGE_STATS_SCRIPTS": str(Path(sys.executable).parent)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "seen.json")
        command += ["-m", module, host, str(file), *names]
        run = partial(subprocess.run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        if (done := run(command, cwd=ROOT, env=environment)).returncode:
            sys.exit(f"{done.stdout}\n{module} failed for {host}")
        told: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return told


def _obstacle(command: list[str], environment: Mapping[str, str]) -> str:
    """Return the last words of a command that fails, which makes an environment of hatch."""
    run = partial(subprocess.run, capture_output=True, encoding="utf-8", check=False)
    done = run(command, cwd=ROOT, env=environment)
    return (done.stderr.strip() or done.stdout.strip()).splitlines()[-1] if done.returncode else ""


def measure() -> None:
    """Measure what each host costs, one after the other, and write that down."""
    columns = {host: _told(CONTRACTS, host, [], "contracts.measure") for host in WRITTEN}
    rows = {what: {host: columns[host][key] for host in WRITTEN} for key, what in MEASURES.items()}
    machine = f"{processor()}, {platform.system()}, Python {platform.python_version()}"
    told = {"date": today(), "machine": machine, "rows": rows}
    MEASURED.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")


def today() -> str:
    """Return the day."""
    return datetime.now(UTC).date().isoformat()


def merged(comparison: Comparison, kept: Cells, found: Found, names: list[str]) -> Cells:
    """Return the cells with what was found in place of what was kept, in the order of the questions."""
    fresh = {name: Cell(seen, found.versions[host_of(name.column)], today()) for name, seen in found.cells.items()}
    stays = {
        name: cell
        for name, cell in kept.items()
        if host_of(name.column) not in found.versions or name.question not in names
    }
    both = stays | fresh
    asked = comparison.questions
    places = (Name(each.name, row, column) for each in asked for row in each.rows for column in each.columns)
    return {name: both[name] for name in places if name in both}


def report_missing(found: Found, cells: Cells) -> None:
    """Print what was not run here, and of when its last proof is."""
    for host, why in found.missing.items():
        last = {f"{cell.version} on {cell.date}" for name, cell in cells.items() if host_of(name.column) == host}
        print(f"Not run here: {host} ({why}); its cells keep their last proof: {', '.join(sorted(last)) or 'none'}.")


def write_skipped(file: Path, missing: Mapping[str, str]) -> None:
    """Write what was not run as the tests that it would have been, as ``check`` reads them."""
    cases = (
        f'<testcase classname="compare" name={quoteattr(host)}><skipped message={quoteattr(why)}/></testcase>'
        for host, why in missing.items()
    )
    file.write_text(f"<testsuite>{''.join(cases)}</testsuite>", "utf-8")


def check(comparison: Comparison, cells: Cells, found: Found, names: list[str]) -> int:
    """Print every cell that has moved, and every file that is not what the cells make; return 1 if there is any."""
    proved = {(name, host) for name in names for host in found.versions}
    faults = moved(cells, found.cells, proved) + stale(comparison, cells)
    page = comparison.page.relative_to(ROOT)
    print("\n".join(faults) or f"{len(found.cells)} cells are as {page} says.")
    return int(bool(faults))


def stale(comparison: Comparison, cells: Cells) -> list[str]:
    """Return a line for each row of the page, and for each file, that is not what the cells make."""
    page = comparison.page
    faults = differing(rendered(comparison, cells), page.read_text("utf-8") if page.exists() else "")
    for path, text in files(comparison, cells).items():
        if not path.exists() or path.read_text("utf-8") != text:
            faults.append(f"{path.relative_to(ROOT)} is stale: run `{comparison.command}`")
    return faults


def files(comparison: Comparison, cells: Cells) -> dict[Path, str]:
    """Return what is written, by its path."""
    page = "".join(f"{line.text}\n" for line in rendered(comparison, cells))
    return {comparison.store: dumped(cells), comparison.page: page, **comparison.pictures(cells)}


def chosen(comparison: Comparison, only: list[str]) -> tuple[list[str], list[str]]:
    """Return the hosts and the questions of these names, and all where none is named; exits if there is no such."""
    hosts, names = comparison.hosts, comparison.names
    if unknown := sorted(set(only) - {*hosts, *names}):
        sys.exit(f"unknown name {', '.join(map(repr, unknown))} (choose from {', '.join([*hosts, *names])})")
    return [host for host in hosts if host in only] or list(hosts), [name for name in names if name in only] or list(
        names
    )


def parser(comparison: Comparison, about: str | None) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(prog=comparison.command, description=about)
    made.add_argument("--check", action="store_true", help="write nothing; fail if a cell has changed")
    made.add_argument("--only", nargs="+", default=[], metavar="NAME", help="hosts or questions to run (default: all)")
    made.add_argument("--page", action="store_true", help="run no host; write the page from the stored cells")
    made.add_argument("--all", action="store_true", help="fail if a host could not be run")
    made.add_argument("--junitxml", type=Path, metavar="FILE", help="write a JUnit report of the skipped hosts")
    return made


def carry_out(comparison: Comparison, asked: argparse.Namespace) -> int:
    """Run the probes that are asked for; write what they have seen, or check it."""
    hosts, names = chosen(comparison, asked.only)
    if asked.page:
        return write(comparison, load(comparison.store))
    found = prove(comparison, hosts, names)
    kept = load(comparison.store)
    cells = kept if asked.check else merged(comparison, kept, found, names)
    report_missing(found, cells)
    if asked.junitxml:
        write_skipped(asked.junitxml, found.missing)
    if asked.check:
        moved_or_stale = check(comparison, cells, found, names)
        return moved_or_stale or int(asked.all and bool(found.missing))
    print(f"{len(found.cells)} cells proved, {len(cells)} kept.")
    write(comparison, cells)
    return int(asked.all and bool(found.missing))


def write(comparison: Comparison, cells: Cells) -> int:
    """Write everything that the cells make; return 0."""
    for path, text in files(comparison, cells).items():
        path.write_text(text, "utf-8")
    return 0


def main() -> int:
    """Run the command line."""
    command = parser(CONTRACTS, __doc__)
    command.add_argument("--costs", action="store_true", help="measure what each host costs; run no probes")
    asked = command.parse_args()
    if asked.costs:
        measure()
        return write(CONTRACTS, load(CONTRACTS.store))
    return carry_out(CONTRACTS, asked)


if __name__ == "__main__":
    sys.exit(main())
