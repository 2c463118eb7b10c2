"""Defines the comparison of LangChain, Dify and OpenClaw, which ``hatch run compare`` runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from comparison.engine.comparison import Comparison, Line
from comparison.engine.render import row_of
from comparison.platforms import costs
from comparison.platforms.picture import pictures
from comparison.platforms.questions import HOSTS, WAYS, questions
from lib.repository import ROOT


def _costs(_: str) -> Iterator[Line]:
    yield Line(row_of("", *(WAYS[host] for host in costs.WRITTEN)))
    yield Line(row_of(*["---"] * (len(costs.WRITTEN) + 1)))
    for row in costs.rows():
        yield Line(row_of(*row), f"costs / {row[0]}")
    yield from (Line(""), Line(f"<sub>{costs.machine()}</sub>"))


CONTRACTS: Final = Comparison(
    command="hatch run compare",
    module="comparison.platforms.run_probes",
    store=ROOT / "docs" / "contracts.json",
    page=ROOT / "docs" / "contracts.md",
    prose=Path(__file__).with_name("page.md"),
    hosts=HOSTS,
    ways=WAYS,
    questions=questions(),
    probes="comparison/platforms/probes",
    # LANGCHAIN_ENV may name an environment with other versions of LangChain. The other hosts run as child processes
    # of their drivers.
    environments={"langchain": os.environ.get("LANGCHAIN_ENV") or "hosts"},
    places={"costs": _costs},
    pictures=pictures,
)
