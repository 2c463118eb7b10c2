"""Run the probes of one framework in its environment.

``python -m comparison.frameworks.run_probes NAME FILE [QUESTION ...]`` writes the framework's version and cells to
FILE as JSON.
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

from comparison.engine.cells import Name, Observation, to_json
from comparison.frameworks.compared import NAMES, question
from comparison.frameworks.framework import SHORT, Finding, Framework, Read

# For questions with several parts, the part of a cell that is filled if only the framework's source was read.
READ_PARTS: Final = {"arguments": SHORT, "failures": "the model gets", "packages": "how"}


async def probe_framework(name: str, names: Sequence[str]) -> dict[str, Any]:
    """Run the probes of the questions in *names* on the framework called *name*.

    Raises ``LookupError`` if a probe fills a cell of another question, or fills a cell twice.
    """
    framework: Framework | Read = import_module(f"comparison.frameworks.hosts.{name}").FRAMEWORK
    cells: dict[Name, dict[str, Any]] = {}
    for each in map(question, names):
        async for row, observation in findings(framework, each.name):
            cell = Name(each.name, row, name)
            if not each.covers(cell) or cell in cells:
                raise LookupError(f"{cell} does not belong to this probe, or is filled already")
            cells[cell] = to_json(observation)
    return {"version": framework.version(), "cells": [[*cell, data] for cell, data in cells.items()]}


async def findings(framework: Framework | Read, name: str) -> AsyncIterator[Finding]:
    """Yield the findings for the question *name*, from its probe or from reading the framework's source."""
    if isinstance(framework, Read):
        for row, text in framework.cells.get(name, {}).items():
            yield row, Observation({READ_PARTS.get(name, ""): f"by reading: {text}"})
    else:
        async for each in import_module(f"comparison.frameworks.probes.{name}").probe(framework):
            yield each


def main() -> None:
    name, file, *names = sys.argv[1:]
    # The MCP server runs in another environment, as if it were installed with pipx.
    os.environ["PATH"] = os.pathsep.join([os.environ.get("PAGE_STATS_SCRIPTS", ""), os.environ["PATH"]])
    output = asyncio.run(probe_framework(name, names or NAMES))
    Path(file).write_text(json.dumps(output, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
