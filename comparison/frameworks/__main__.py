"""Compare the other frameworks: run the probes, and write docs/frameworks.md and its cells.

With --check nothing is written: every changed cell is printed, and the exit status is 1 if a cell has changed.
"""

from __future__ import annotations

import sys

from comparison.engine.compare import parser, run
from comparison.frameworks.compared import others


def main() -> int:
    command = parser(others(), __doc__)
    command.add_argument("--newest", action="store_true", help="run the newest releases instead of the pinned ones")
    asked = command.parse_args()
    return run(others(newest=asked.newest), asked)


if __name__ == "__main__":
    sys.exit(main())
