"""Run benchmarks, print a row per measurement, and check the targets. Run them with ``hatch run bench [NAME …]``."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from benchmarks import results
from benchmarks.measuring import NAMES, NotHereError, Row
from benchmarks.results import Result
from benchmarks.results_page import PAGE, page


def measured(name: str) -> list[Row]:
    """Run a benchmark and return its rows, printing each as it is measured."""
    room = importlib.import_module(f"benchmarks.{name}")
    print(f"\n{name}: {(room.__doc__ or '').splitlines()[0]}", flush=True)
    rows = []
    for row in room.measure():
        print(row, flush=True)
        rows.append(row)
    return rows


def run(names: Sequence[str], *, write: bool) -> int:
    """Run benchmarks; return the number of missed targets plus benchmarks that cannot run. *write* saves results."""
    missed, setting = 0, results.here()
    for name in names:
        try:
            rows = measured(name)
        except NotHereError as missing:
            print(f"  not run here: {missing}", flush=True)
            missed += 1
            continue
        missed += sum(row.missed for row in rows)
        if write:
            results.save({**results.load(), name: Result(setting, rows)})
    return missed


def main() -> int:
    """Run the command; return 1 if a target is missed or a benchmark cannot run here."""
    parser = argparse.ArgumentParser(prog="hatch run bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; default: all")
    parser.add_argument("--list", action="store_true", help="print the names and exit")
    parser.add_argument("--write", action="store_true", help="write the results to docs/benchmarks.md")
    parser.add_argument("--page", action="store_true", help="only regenerate that page")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"unknown benchmark: {', '.join(sorted(unknown))}")
    if arguments.list:
        print("\n".join(NAMES))
        return 0
    missed = 0 if arguments.page else run(arguments.names or NAMES, write=arguments.write)
    if arguments.page or arguments.write:
        PAGE.write_text(page(results.load()), "utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
