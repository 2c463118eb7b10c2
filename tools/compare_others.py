"""Compare the other frameworks: ask each, and write ``docs/frameworks.md`` and what it is made of.

``--check`` writes nothing, and fails, naming the cell, if a framework behaves otherwise than the page says.
"""

from __future__ import annotations

import sys

from compare import carry_out, parser
from frameworks.compared import others


def main() -> int:
    """Run the command line."""
    command = parser(others(), __doc__)
    command.add_argument("--newest", action="store_true", help="run the newest releases instead of the pinned ones")
    asked = command.parse_args()
    return carry_out(others(newest=asked.newest), asked)


if __name__ == "__main__":
    sys.exit(main())
