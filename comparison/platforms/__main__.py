"""Compare LangChain, Dify and OpenClaw: run the probes, and write docs/contracts.md, its cells and its pictures.

With --check nothing is written: every changed cell is printed, and the exit status is 1 if a cell has changed.
"""

from __future__ import annotations

import json
import platform
import sys
from typing import Final

from comparison.engine.cells import load
from comparison.engine.compare import parser, run, run_in_process, today, write
from comparison.platforms.compared import CONTRACTS
from comparison.platforms.costs import MEASURED, WRITTEN
from lib.locate.machine import processor

MEASURES: Final = {
    "installed": "what is installed, the host's SDK included",
    "start": "from nothing until the tool can be called",
    "call": "one warm call",
}


def measure() -> None:
    """Measure the costs of each host in turn, and write them to ``docs/contracts.costs.json``."""
    columns = {host: run_in_process(CONTRACTS, host, [], "comparison.platforms.measure") for host in WRITTEN}
    rows = {label: {host: columns[host][key] for host in WRITTEN} for key, label in MEASURES.items()}
    machine = f"{processor()}, {platform.system()}, Python {platform.python_version()}"
    costs = {"date": today(), "machine": machine, "rows": rows}
    MEASURED.write_text(json.dumps(costs, ensure_ascii=False, indent=2) + "\n", "utf-8")


def main() -> int:
    command = parser(CONTRACTS, __doc__)
    command.add_argument("--costs", action="store_true", help="measure the costs of each host; run no probe")
    asked = command.parse_args()
    if asked.costs:
        measure()
        return write(CONTRACTS, load(CONTRACTS.store))
    return run(CONTRACTS, asked)


if __name__ == "__main__":
    sys.exit(main())
