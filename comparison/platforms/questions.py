"""The questions, in the order of the page: each is a module of ``probes``, which says what it asks and of whom."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from comparison.engine.comparison import Question

# The hosts, and the functions of a probe that run each, in this order for all questions: a host may be set up anew
# between them (its module has a function of that name then).
PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "langchain": ("langchain",),
    "dify": ("dify",),
    "daemon": ("daemon",),
    "openclaw": ("openclaw", "openclaw_search"),
}
HOSTS: Final = tuple(PHASES)

# The ways into a host, as the page calls them.
WAYS: Final = {
    "langchain": "LangChain",
    "langchain-invoke": "LangChain, `tool.invoke`",
    "langchain-agent": "LangChain, `create_agent`",
    "dify": "Dify",
    "dify-sdk": "Dify, SDK over stdio",
    "daemon": "Dify, daemon over HTTP",
    "openclaw": "OpenClaw",
    "openclaw-agent": "OpenClaw, agent, tools listed",
    "openclaw-search": "OpenClaw, agent, Tool Search",
    "openclaw-http": "OpenClaw, `/tools/invoke`",
}

# The ways into a host that take arguments.
EVERY_WAY: Final = (
    *("langchain-invoke", "langchain-agent"),
    *("dify-sdk", "daemon"),
    *("openclaw-agent", "openclaw-search", "openclaw-http"),
)

NAMES: Final = (
    "modelling",
    "schema_ways",
    "schema",
    "inventory",
    "registration",
    "visibility",
    "arguments",
    "results",
    "outputs",
    "execution",
    "failures",
    "retries",
    "configuration",
    "distribution",
)


def question(name: str) -> Question:
    """Return the question of this name."""
    module = import_module(f"comparison.platforms.probes.{name}")
    phases = (phase for phases in PHASES.values() for phase in phases)
    probes = {phase: getattr(module, phase) for phase in phases if hasattr(module, phase)}
    return Question(name, module.ROWS, module.COLUMNS, probes)


def questions() -> list[Question]:
    """Return all of them."""
    return [question(name) for name in NAMES]
