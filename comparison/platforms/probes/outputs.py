"""Whether a result is held to the output that its tool declares."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Sighting, saw
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {"declared": "what can be declared", "other": "a result that is not as declared"}
COLUMNS: Final = ("langchain", "dify", "openclaw-agent", "openclaw-search", "openclaw-http")


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Ask the toy for the schema of its output."""
    schema = host.toy.Echo().get_output_schema().model_json_schema()
    yield saw("declared", "langchain", f"nothing: `get_output_schema()` is {code(schema)}")
    assert "properties" not in schema
    yield saw("other", "langchain", "nothing can be declared", "absent")


def dify(host: Dify) -> Iterator[Sighting]:
    """Fill a variable that is declared an integer with a text."""
    declared = host.file("tools/echo.yaml").partition("output_schema:")[2].partition("extra:")[0]
    yield saw("declared", "dify", f"variables, for workflows: {code(' '.join(declared.split()))}")
    with host.more() as toy:
        called = host.call({"url": "output"}, toy)
    yield saw("other", "dify", f"the daemon gets {called.program}", "enforced" if called.answer.error else "declared")


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Return what a closed schema excludes, to an agent that has the tool listed, and over HTTP."""
    called = host.agent({"url": "output"}, "more_output")
    yield saw("other", "openclaw-agent", f"the model gets {called.model}", "declared")
    called = host.http({"url": "output"}, "more_output")
    yield saw("other", "openclaw-http", called.program, "declared" if called.status == 200 else "enforced")


def openclaw_search(host: OpenClaw) -> Iterator[Sighting]:
    """Return it to an agent that has found the tool by a search, and look at what a search tells of the output."""
    (told,) = host.agent({"id": "more_output"}, "tool_describe").told
    said = json.loads(told)
    schema = said.get("outputSchema") or said["tool"]["outputSchema"]
    yield saw("declared", "openclaw-search", f"JSON Schema, which a search tells: {code(schema)}")
    called = host.agent({"url": "output"}, "more_output")
    refused = "outputSchema" in called.model
    yield saw("other", "openclaw-search", f"the model gets {called.model}", "enforced" if refused else "declared")
