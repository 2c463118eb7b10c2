"""Whether a host checks results against the output that a tool declares."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Finding, observe
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {"declared": "what can be declared", "other": "a result that is not as declared"}
COLUMNS: Final = ("langchain", "dify", "openclaw-agent", "openclaw-search", "openclaw-http")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Read the toy's output schema."""
    schema = host.toy.Echo().get_output_schema().model_json_schema()
    yield observe("declared", "langchain", f"nothing: `get_output_schema()` is {code(schema)}")
    assert "properties" not in schema
    yield observe("other", "langchain", "nothing can be declared", "absent")


def dify(host: Dify) -> Iterator[Finding]:
    """Assign a string to a variable that is declared as an integer."""
    declared = host.file("tools/echo.yaml").partition("output_schema:")[2].partition("extra:")[0]
    yield observe("declared", "dify", f"variables, for workflows: {code(' '.join(declared.split()))}")
    with host.more() as toy:
        called = host.call({"url": "output"}, toy)
    yield observe(
        "other", "dify", f"the daemon gets {called.program}", "enforced" if called.answer.error else "declared"
    )


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Make the tool return an output that its schema forbids, in a call by an agent and in a call over HTTP."""
    called = host.agent({"url": "output"}, "more_output")
    yield observe("other", "openclaw-agent", f"the model gets {called.model}", "declared")
    called = host.http({"url": "output"}, "more_output")
    yield observe("other", "openclaw-http", called.program, "declared" if called.status == 200 else "enforced")


def openclaw_search(host: OpenClaw) -> Iterator[Finding]:
    """Make the tool return a forbidden output through Tool Search; read the output schema that a search returns."""
    (text,) = host.agent({"id": "more_output"}, "tool_describe").received
    described = json.loads(text)
    schema = described.get("outputSchema") or described["tool"]["outputSchema"]
    yield observe("declared", "openclaw-search", f"JSON Schema, which a search tells: {code(schema)}")
    called = host.agent({"url": "output"}, "more_output")
    refused = "outputSchema" in called.model
    yield observe("other", "openclaw-search", f"the model gets {called.model}", "enforced" if refused else "declared")
