"""Compare LangChain, Dify and OpenClaw: run the probes, write ``docs/contracts.md`` and the files it is made of.

``--check`` writes nothing, and fails, naming the cell, if a host behaves otherwise than the page says.
"""

from __future__ import annotations

import json
import platform
import sys
from typing import Final

from comparison.engine.cells import load
from comparison.engine.compare import asked_in_process, parser, run, today, write
from comparison.platforms.compared import CONTRACTS
from comparison.platforms.costs import MEASURED, WRITTEN
from lib.locate.machine import processor

MEASURES: Final = {
    "installed": "what is installed, the host's SDK included",
    "start": "from nothing until the tool can be called",
    "call": "one warm call",
}


def measure() -> None:
    """Measure what each host costs, one after the other, and write that down."""
    columns = {host: asked_in_process(CONTRACTS, host, [], "comparison.platforms.measure") for host in WRITTEN}
    rows = {what: {host: columns[host][key] for host in WRITTEN} for key, what in MEASURES.items()}
    machine = f"{processor()}, {platform.system()}, Python {platform.python_version()}"
    told = {"date": today(), "machine": machine, "rows": rows}
    MEASURED.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")


def main() -> int:
    """Run the command line."""
    command = parser(CONTRACTS, __doc__)
    command.add_argument("--costs", action="store_true", help="measure what each host costs, instead of the probes")
    asked = command.parse_args()
    if asked.costs:
        measure()
        return write(CONTRACTS, load(CONTRACTS.store))
    return run(CONTRACTS, asked)


if __name__ == "__main__":
    sys.exit(main())
