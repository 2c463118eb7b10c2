"""Run the probes of one host in its environment.

``python -m comparison.platforms.run_probes HOST FILE [QUESTION ...]`` writes the host's version and cells, or the
reason why the host is missing, to FILE as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from comparison.engine.cells import Name, to_json
from comparison.platforms.questions import NAMES, PHASES, question


def probe_host(host: str, names: list[str]) -> dict[str, Any]:
    """Run the probes of the questions in *names* on *host*."""
    module = import_module(f"comparison.platforms.hosts.{host}")
    if missing := module.missing():
        return {"missing": missing}
    with module.running() as running:
        cells = [[*name, data] for name, data in findings(PHASES[host], names, running)]
        return {"version": module.version(), "cells": cells}


def findings(phases: Sequence[str], names: list[str], running: Any) -> Iterator[tuple[Name, dict[str, Any]]]:
    """Yield cells by phase, then by question.

    Raises ``LookupError`` if a probe fills a cell of another question, or fills a cell twice.
    """
    filled: set[Name] = set()
    for phase in phases:
        questions = [each for each in map(question, names) if phase in each.probes]
        if questions and phase != phases[0]:
            getattr(running, phase)()
        for each in questions:
            for row, column, observation in each.probes[phase](running):
                name = Name(each.name, row, column)
                if not each.covers(name) or name in filled:
                    raise LookupError(f"{name} does not belong to this probe, or is filled already")
                filled.add(name)
                yield name, to_json(observation)


def main() -> None:
    host, file, *names = sys.argv[1:]
    Path(file).write_text(json.dumps(probe_host(host, names or list(NAMES)), ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
