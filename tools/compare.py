"""Compare the contracts: run the probes, and write ``docs/contracts.md`` and what it is made of.

``--check`` writes nothing, and fails, naming the cell, if a host behaves otherwise than the page says.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from check import ROOT, find_hatch, outer_environment
from contracts.cells import STORE, Cell, Cells, Name, Seen, as_seen, dumped, host_of, load, moved
from contracts.costs import MEASURED, WRITTEN
from contracts.matrix import pictures
from contracts.questions import HOSTS, NAMES, questions
from contracts.render import PAGE, differing, rendered

PATHS: Final = os.pathsep.join(str(ROOT / folder) for folder in ("tools", "tests", "packages/dify_page_stats"))
# LangChain has an environment of its own, and LANGCHAIN_ENV may name another, of other versions; the drivers of the
# other hosts start theirs as processes.
ENVIRONMENTS: Final = {"langchain": os.environ.get("LANGCHAIN_ENV") or "hosts"}
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


def prove(hosts: list[str], names: list[str]) -> Found:
    """Run the probes of these questions on these hosts, each host in a process of its own."""
    found = Found()
    with ThreadPoolExecutor() as threads:
        all_told = dict(zip(hosts, threads.map(lambda host: _told(host, names), hosts), strict=True))
    for host, told in all_told.items():
        if "missing" in told:
            found.missing[host] = told["missing"]
            continue
        found.versions[host] = told["version"]
        found.cells |= {Name(*name): as_seen(data) for *name, data in told["cells"]}
    return found


def _told(host: str, names: list[str], module: str = "contracts.prove") -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "seen.json")
        arguments = ["-m", module, host, str(file), *names]
        environment = dict(os.environ)
        command = [sys.executable, *arguments]
        if host in ENVIRONMENTS:
            environment = outer_environment()
            command = [find_hatch(environment), "-e", ENVIRONMENTS[host], "run", "python", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment | {"PYTHONPATH": PATHS}, check=False)
        if done.returncode:
            sys.exit(f"{module} breaks for {host}.")
        told: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return told


def measure() -> None:
    """Measure what each host costs, one after the other, and write that down."""
    columns = {host: _told(host, [], "contracts.measure") for host in WRITTEN}
    rows = {what: {host: columns[host][key] for host in WRITTEN} for key, what in MEASURES.items()}
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text("utf-8"))
    machine = f"{os.cpu_count()} cores ({processor[1] if processor else platform.machine()}), {platform.system()}"
    told = {"date": today(), "machine": f"{machine}, Python {platform.python_version()}", "rows": rows}
    MEASURED.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")


def today() -> str:
    """Return the day."""
    return datetime.now(UTC).date().isoformat()


def merged(kept: Cells, found: Found, names: list[str]) -> Cells:
    """Return the cells with what was found in place of what was kept, in the order of the questions."""
    fresh = {name: Cell(seen, found.versions[host_of(name.column)], today()) for name, seen in found.cells.items()}
    stays = {
        name: cell
        for name, cell in kept.items()
        if host_of(name.column) not in found.versions or name.question not in names
    }
    both = stays | fresh
    places = (Name(each.name, row, column) for each in questions() for row in each.rows for column in each.columns)
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


def check(cells: Cells, found: Found, names: list[str]) -> int:
    """Print every cell that has moved, and every file that is not what the cells make; return 1 if there is any."""
    proved = {(name, host) for name in names for host in found.versions}
    faults = moved(cells, found.cells, proved)
    faults += differing(rendered(cells), PAGE.read_text("utf-8") if PAGE.exists() else "")
    for path, text in files(cells).items():
        if not path.exists() or path.read_text("utf-8") != text:
            faults.append(f"{path.relative_to(ROOT)} is not what its cells make: `hatch run compare` writes it")
    print("\n".join(faults) or f"{len(found.cells)} cells are as docs/contracts.md says.")
    return int(bool(faults))


def files(cells: Cells) -> dict[Path, str]:
    """Return what is written, by its path."""
    page = "".join(f"{line.text}\n" for line in rendered(cells))
    return {STORE: dumped(cells), PAGE: page, **pictures(cells)}


def chosen(only: list[str]) -> tuple[list[str], list[str]]:
    """Return the hosts and the questions of these names, and all where none is named; exits if there is no such."""
    if unknown := sorted(set(only) - {*HOSTS, *NAMES}):
        sys.exit(f"There is no {', '.join(unknown)}; there are {', '.join([*HOSTS, *NAMES])}.")
    return [host for host in HOSTS if host in only] or list(HOSTS), [name for name in NAMES if name in only] or list(
        NAMES
    )


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="hatch run compare", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a cell has moved")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="a host or a question; all without any")
    parser.add_argument("--junitxml", type=Path, metavar="FILE", help="write what was not run, as pytest would")
    parser.add_argument("--costs", action="store_true", help="measure what each host costs, instead of the probes")
    asked = parser.parse_args()
    if asked.costs:
        measure()
        return write(load())
    hosts, names = chosen(asked.only)
    kept, found = load(), prove(hosts, names)
    cells = kept if asked.check else merged(kept, found, names)
    report_missing(found, cells)
    if asked.junitxml:
        write_skipped(asked.junitxml, found.missing)
    if asked.check:
        return check(cells, found, names)
    print(f"{len(found.cells)} cells proved, {len(cells)} kept.")
    return write(cells)


def write(cells: Cells) -> int:
    """Write everything that the cells make; return 0."""
    for path, text in files(cells).items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
