"""Run the probes of one host, in the environment that has it: ``python -m contracts.prove HOST FILE [QUESTION ...]``.

Writes into FILE, as JSON, the host's version and what was seen, or what is missing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from contracts.cells import Name, as_data
from contracts.questions import NAMES, question


def proved(host: str, names: list[str]) -> dict[str, Any]:
    """Return what the questions of these names see of *host*."""
    module = import_module(f"contracts.hosts.{host}")
    if missing := module.missing():
        return {"missing": missing}
    with module.running() as running:
        cells = [[*name, data] for name, data in sightings(host, names, running)]
        return {"version": module.version(), "cells": cells}


def sightings(host: str, names: list[str], running: Any) -> Iterator[tuple[Name, dict[str, Any]]]:
    """Yield what is seen, question by question; a probe fills each of its cells once, and no other."""
    for asked in map(question, names):
        filled: set[Name] = set()
        for row, column, seen in asked.probes.get(host, lambda _: ())(running):
            name = Name(asked.name, row, column)
            if not asked.announces(name) or name in filled:
                raise LookupError(f"{name} is no cell of this probe, or was filled before")
            filled.add(name)
            yield name, as_data(seen)


def main() -> None:
    """Run the command line."""
    host, file, *names = sys.argv[1:]
    Path(file).write_text(json.dumps(proved(host, names or list(NAMES)), ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
