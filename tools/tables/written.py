"""What the scripts beside this one have in common: each writes a table of spec/tables, or compares it.

``hatch run tables:write`` runs them, and ``hatch run manifests`` then copies the tables into the packages.
Tables that are not made from a standard are written by hand.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from json_text import json_text

TABLES: Final = Path(__file__).resolve().parents[2] / "spec" / "tables"


def keep(name: str, table: dict[str, Any], what: str) -> int:
    """Write *table* to spec/tables as *name*, or with ``--check`` tell whether it is there; return the exit status."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is stale")
    check = parser.parse_args().check
    path = TABLES / f"{name}.json"
    text = json_text(table)
    if path.exists() and path.read_text("utf-8") == text:
        return 0
    print(f"spec/tables/{name}.json: {'stale: run `hatch run tables:write`' if check else 'written'}")
    if not check:
        path.write_text(text, "utf-8", newline="\n")
    return int(check)
