"""Write the named character references of the HTML Standard, taken from Python, to spec/tables/entities.json."""

from __future__ import annotations

import sys
from html.entities import html5
from typing import Any

from dev.codegen.tables.written import keep


def main() -> int:
    return keep("entities", table(), __doc__ or "")


def table() -> dict[str, Any]:
    return {
        "about": [
            'The names of character references and the text that they stand for. 106 are there without ";" too.',
            "Made by `hatch run tables:write` from html.entities of Python 3.11.",
        ],
        "names": dict(sorted(html5.items())),
    }


if __name__ == "__main__":
    sys.exit(main())
