"""How each argument arrives at the tool, and what the model, the program and the log receive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Finding, Observation
from comparison.engine.inputs import INPUTS, with_verdict
from comparison.platforms.questions import EVERY_WAY

if TYPE_CHECKING:
    from comparison.platforms.hosts.daemon import InDaemon
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import Called, OpenClaw

ROWS: Final = {name: name for name in INPUTS}
COLUMNS: Final = EVERY_WAY


def langchain(host: LangChain) -> Iterator[Finding]:
    """Call the toy directly and through an agent."""
    for row, arguments in INPUTS.items():
        for column, call in (("langchain-invoke", host.invoke), ("langchain-agent", host.agent)):
            called = call(host.toy.Echo(), arguments)
            parts = {"the model gets": called.model, "the program gets": called.program, "the log gets": called.log}
            yield row, column, with_verdict(row, called.returned, parts)


def dify(host: Dify) -> Iterator[Finding]:
    """Call the toy as Dify's daemon does. The daemon passes arguments on unchanged."""
    for row, arguments in INPUTS.items():
        called = host.call(arguments)
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "dify-sdk", with_verdict(row, called.returned, parts)


def daemon(host: InDaemon) -> Iterator[Finding]:
    for row, arguments in INPUTS.items():
        called = host.call(arguments)
        yield row, "daemon", with_verdict(row, called.returned, {"the program gets": called.program})


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Call the toy through an agent whose model receives the list of tools, and over HTTP."""
    for row, arguments in INPUTS.items():
        yield row, "openclaw-agent", of_agent(row, host.agent(arguments), searched=False)
        called = host.http(arguments)
        reached = called.answer["result"]["details"] if called.status == 200 else None
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "openclaw-http", with_verdict(row, reached, parts)


def openclaw_search(host: OpenClaw) -> Iterator[Finding]:
    """Call the toy through an agent that finds it by Tool Search."""
    for row, arguments in INPUTS.items():
        yield row, "openclaw-search", of_agent(row, host.agent(arguments), searched=True)


def of_agent(row: str, called: Called, *, searched: bool) -> Observation:
    (text,) = called.received
    try:
        result = json.loads(text)
    except ValueError:
        result = {"error": text}
    reached = None if "error" in result else result["result"]["details"] if searched else result
    parts = {"the model gets": called.model, "the program gets": called.program, "the log gets": called.log}
    return with_verdict(row, reached, parts)
