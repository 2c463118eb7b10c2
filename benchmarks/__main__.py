"""``python benchmarks [NAME ...]``: run the benchmarks, print a row a measurement, and tell whether targets are met."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools"), str(ROOT / "packages" / "dify_page_stats")]

from measuring import NAMES, NotHereError  # noqa: E402


def main() -> int:
    """Run what was asked for; return 1 if a target is missed, or something cannot be run here."""
    parser = argparse.ArgumentParser(prog="hatch run bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; all without any")
    parser.add_argument("--list", action="store_true", help="print the names and end")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    if arguments.list:
        print("\n".join(NAMES))
        return 0
    missed = 0
    for name in arguments.names or NAMES:
        room = importlib.import_module(name)
        print(f"\n{name}: {room.__doc__.splitlines()[0]}", flush=True)
        try:
            for row in room.measure():
                print(row, flush=True)
                missed += row.missed
        except NotHereError as missing:
            print(f"  not run here: {missing}", flush=True)
            missed += 1
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
