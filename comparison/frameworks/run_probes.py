"""Run the probes of one framework, in the environment that has it.

``python -m comparison.frameworks.run_probes NAME FILE [QUESTION ...]`` writes into FILE, as JSON,
the framework's version and what was seen.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from comparison.engine.cells import Name, Seen, as_data
from comparison.engine.render import SHORT
from comparison.frameworks.compared import NAMES, question
from comparison.frameworks.framework import Asked, Framework, Read

# Which part of a cell is what was read, where a question has several.
READ_PARTS: Final = {"arguments": SHORT, "codes": SHORT, "failures": "the model gets", "packages": "how"}


async def proved(name: str, names: Sequence[str]) -> dict[str, Any]:
    """Return what the questions of these names see of a framework."""
    framework: Framework | Read = import_module(f"comparison.frameworks.hosts.{name}").FRAMEWORK
    cells: dict[Name, dict[str, Any]] = {}
    for asked in map(question, names):
        async for row, seen in sightings(framework, asked.name):
            cell = Name(asked.name, row, name)
            if not asked.announces(cell) or cell in cells:
                raise LookupError(f"{cell} is no cell of this probe, or was filled before")
            cells[cell] = as_data(seen)
    return {"version": framework.version(), "cells": [[*cell, data] for cell, data in cells.items()]}


async def sightings(framework: Framework | Read, name: str) -> AsyncIterator[Asked]:
    """Yield what the question of this name sees, or what was read of it."""
    if isinstance(framework, Read):
        for row, text in framework.cells.get(name, {}).items():
            yield row, Seen({READ_PARTS.get(name, ""): f"by reading: {text}"})
    else:
        async for each in import_module(f"comparison.frameworks.probes.{name}").probe(framework):
            yield each


def main() -> None:
    """Run the command line."""
    name, file, *names = sys.argv[1:]
    # The server is a program of another environment, as it is for whoever has installed it by pipx.
    os.environ["PATH"] = os.pathsep.join([os.environ.get("PAGE_STATS_SCRIPTS", ""), os.environ["PATH"]])
    told = asyncio.run(proved(name, names or NAMES))
    Path(file).write_text(json.dumps(told, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
