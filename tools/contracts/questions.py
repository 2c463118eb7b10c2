"""The questions, in the order of the page: each is a module of ``probes``, which says what it asks and of whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from contracts.cells import Name, Sighting, host_of

HOSTS: Final = ("langchain", "dify", "openclaw")

# The ways into a host, as the page calls them.
WAYS: Final = {
    "langchain": "LangChain",
    "langchain-invoke": "LangChain, `tool.invoke`",
    "langchain-agent": "LangChain, `create_agent`",
    "dify": "Dify",
    "dify-sdk": "Dify, SDK over stdio",
    "dify-daemon": "Dify, daemon over HTTP",
    "openclaw": "OpenClaw",
    "openclaw-agent": "OpenClaw, agent, tools listed",
    "openclaw-search": "OpenClaw, agent, Tool Search",
    "openclaw-http": "OpenClaw, `/tools/invoke`",
}

NAMES: Final = (
    "modelling",
    "schema_ways",
    "schema",
    "inventory",
    "registration",
    "arguments",
    "results",
    "execution",
    "failures",
    "retries",
    "configuration",
)


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what its rows are called, which ways it asks, and per host what runs it."""

    name: str
    rows: Mapping[str, str]
    columns: tuple[str, ...]
    probes: Mapping[str, Callable[[Any], Iterable[Sighting]]]

    def announces(self, name: Name) -> bool:
        """Whether a probe may fill the cell of this name."""
        return name.row in self.rows and name.column in self.columns and host_of(name.column) in self.probes


def question(name: str) -> Question:
    """Return the question of this name."""
    module = import_module(f"contracts.probes.{name}")
    probes = {host: getattr(module, host) for host in HOSTS if hasattr(module, host)}
    return Question(name, module.ROWS, module.COLUMNS, probes)


def questions() -> list[Question]:
    """Return all of them."""
    return [question(name) for name in NAMES]
