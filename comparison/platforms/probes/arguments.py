"""What becomes of each argument: what reaches the tool, and what the model, the program and the log get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Seen, Sighting
from comparison.engine.inputs import INPUTS, judged
from comparison.platforms.questions import EVERY_WAY

if TYPE_CHECKING:
    from comparison.platforms.hosts.daemon import InDaemon
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import Called, OpenClaw

ROWS: Final = {name: name for name in INPUTS}
COLUMNS: Final = EVERY_WAY


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Call the toy by itself and through an agent."""
    for row, arguments in INPUTS.items():
        for column, call in (("langchain-invoke", host.invoke), ("langchain-agent", host.agent)):
            called = call(host.toy.Echo(), arguments)
            parts = {"the model gets": called.model, "the program gets": called.program, "the log gets": called.log}
            yield row, column, judged(row, called.returned, parts)


def dify(host: Dify) -> Iterator[Sighting]:
    """Call the toy as the daemon does, which hands over what it is given."""
    for row, arguments in INPUTS.items():
        called = host.call(arguments)
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "dify-sdk", judged(row, called.returned, parts)


def daemon(host: InDaemon) -> Iterator[Sighting]:
    """Call the toy over HTTP."""
    for row, arguments in INPUTS.items():
        called = host.call(arguments)
        yield row, "daemon", judged(row, called.returned, {"the program gets": called.program})


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Call the toy through an agent that has it listed, and over HTTP."""
    for row, arguments in INPUTS.items():
        yield row, "openclaw-agent", of_agent(row, host.agent(arguments), searched=False)
        called = host.http(arguments)
        reached = called.answer["result"]["details"] if called.status == 200 else None
        parts = {"the program gets": called.program, "the log gets": called.log}
        yield row, "openclaw-http", judged(row, reached, parts)


def openclaw_search(host: OpenClaw) -> Iterator[Sighting]:
    """Call the toy through an agent that finds it by a search."""
    for row, arguments in INPUTS.items():
        yield row, "openclaw-search", of_agent(row, host.agent(arguments), searched=True)


def of_agent(row: str, called: Called, *, searched: bool) -> Seen:
    """Return what an agent's call has come to."""
    (told,) = called.told
    try:
        said = json.loads(told)
    except ValueError:
        said = {"error": told}
    reached = None if "error" in said else said["result"]["details"] if searched else said
    parts = {"the model gets": called.model, "the program gets": called.program, "the log gets": called.log}
    return judged(row, reached, parts)
