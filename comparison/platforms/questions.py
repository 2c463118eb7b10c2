"""The questions in page order. Each is a module of ``probes``, which defines its rows, columns and probes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from comparison.engine.comparison import Question

# The names of each host's probe functions. The first function is called for all questions. Then the driver's method
# that has the second name reconfigures the host, and the second function is called for all questions.
PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "langchain": ("langchain",),
    "dify": ("dify",),
    "daemon": ("daemon",),
    "openclaw": ("openclaw", "openclaw_search"),
}
HOSTS: Final = tuple(PHASES)

# Titles of the columns: a host, or one way to call a tool on it.
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

# The columns that are ways to call a tool with arguments.
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
    module = import_module(f"comparison.platforms.probes.{name}")
    phases = (phase for phases in PHASES.values() for phase in phases)
    probes = {phase: getattr(module, phase) for phase in phases if hasattr(module, phase)}
    return Question(name, module.ROWS, module.COLUMNS, probes)


def questions() -> list[Question]:
    return [question(name) for name in NAMES]
