"""Run the probes of one host, in the environment that has it.

``python -m comparison.platforms.run_probes HOST FILE [QUESTION ...]`` writes into FILE, as JSON,
the host's version and what was seen, or what is missing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from comparison.engine.cells import Name, as_data
from comparison.platforms.questions import NAMES, PHASES, question


def proved(host: str, names: list[str]) -> dict[str, Any]:
    """Return what the questions of these names see of *host*."""
    module = import_module(f"comparison.platforms.hosts.{host}")
    if missing := module.missing():
        return {"missing": missing}
    with module.running() as running:
        cells = [[*name, data] for name, data in sightings(PHASES[host], names, running)]
        return {"version": module.version(), "cells": cells}


def sightings(phases: Sequence[str], names: list[str], running: Any) -> Iterator[tuple[Name, dict[str, Any]]]:
    """Yield what is seen, phase by phase, and question by question; each cell is filled once, by its own probe."""
    filled: set[Name] = set()
    for phase in phases:
        asked_now = [asked for asked in map(question, names) if phase in asked.probes]
        if asked_now and phase != phases[0]:
            getattr(running, phase)()
        for asked in asked_now:
            for row, column, seen in asked.probes[phase](running):
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
