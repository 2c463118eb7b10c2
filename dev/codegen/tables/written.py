"""Write a table to spec/tables, or compare it with the existing file. All scripts of this folder use this module.

``hatch run tables:write`` runs the scripts; ``hatch run manifests`` then copies the tables into the packages. Tables
that are not from a standard are written by hand.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from lib.json_format import format_json
from lib.repository import ROOT

TABLES: Final = ROOT / "spec" / "tables"


def keep(name: str, table: dict[str, Any], description: str) -> int:
    """Write *table* to spec/tables, or compare it with ``--check``; return the exit status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if the file differs")
    check = parser.parse_args().check
    path = TABLES / f"{name}.json"
    text = format_json(table)
    if path.exists() and path.read_text("utf-8") == text:
        return 0
    print(f"spec/tables/{name}.json: {'stale: run `hatch run tables:write`' if check else 'written'}")
    if not check:
        path.write_text(text, "utf-8", newline="\n")
    return int(check)
