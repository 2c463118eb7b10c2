"""For each way to declare a schema, which bounds the model receives, and whether calls are checked against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Finding, Verdict, observe
from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "introspection": "introspection of a signature",
    "docstring": "the same, descriptions from the docstring",
    "model": "a pydantic model",
    "by hand": "JSON Schema or YAML by hand",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Declare the toy in each way, and call it with 999 seconds, above the maximum of 60."""
    from langchain_core.tools import StructuredTool, tool

    from comparison.platforms.toys.langchain.function import echo

    by_hand = host.toy.EchoArguments.model_json_schema()
    ways = {
        "introspection": tool(echo),
        "docstring": tool(echo, parse_docstring=True),
        "model": host.toy.Echo(),
        "by hand": StructuredTool(name="echo", description="Say what arrived.", args_schema=by_hand, func=echo),
    }
    for row, made in ways.items():
        text, verdict = assess(host.parameters(made), host.invoke(made, INPUTS["999"]).returned)
        yield observe(row, "langchain", text, verdict)


def assess(schema: Mapping[str, Any], reached: Any) -> tuple[str, Verdict]:
    """Describe the bounds in *schema*, and *reached* (the tool's arguments, or None if 999 was rejected)."""
    seconds = schema["properties"]["timeout_seconds"]
    text = f"told: {code(seconds)}; 999 is {'refused' if reached is None else 'passed on'}"
    return text, "declared" if reached is not None else "enforced"


def dify(host: Dify) -> Iterator[Finding]:
    """Call the toy, whose parameters are YAML, with 999 seconds."""
    text, verdict = assess(host.prompt()["parameters"], host.call(INPUTS["999"]).returned)
    yield observe("by hand", "dify", text, verdict)


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Call the toy, whose parameters are JSON Schema in its code, with 999 seconds."""
    host.listed()
    (schema,) = (tool["parameters"] for tool in host.model.tools if tool["name"] == "echo")
    (received,) = host.agent(INPUTS["999"]).received
    text, verdict = assess(schema, None if received.startswith("Validation failed") else received)
    yield observe("by hand", "openclaw", text, verdict)
