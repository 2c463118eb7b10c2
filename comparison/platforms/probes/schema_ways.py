"""The ways to a schema: whether each tells a model of bounds, and whether it then holds a call to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Sighting, Verdict, saw
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


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Make the toy in each way, and call each with 999 seconds of 60."""
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
        text, verdict = judged(host.told(made), host.invoke(made, INPUTS["999"]).returned)
        yield saw(row, "langchain", text, verdict)


def judged(told: Mapping[str, Any], reached: Any) -> tuple[str, Verdict]:
    """Return what a model is told of the seconds, and what becomes of 999."""
    seconds = told["properties"]["timeout_seconds"]
    text = f"told: {code(seconds)}; 999 is {'refused' if reached is None else 'passed on'}"
    return text, "declared" if reached is not None else "enforced"


def dify(host: Dify) -> Iterator[Sighting]:
    """Call the toy, whose parameters are YAML, with 999 seconds of 60."""
    text, verdict = judged(host.prompt()["parameters"], host.call(INPUTS["999"]).returned)
    yield saw("by hand", "dify", text, verdict)


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Call the toy, whose parameters are JSON Schema in its code, with 999 seconds of 60."""
    host.listed()
    (told,) = (tool["parameters"] for tool in host.model.tools if tool["name"] == "echo")
    (said,) = host.agent(INPUTS["999"]).told
    text, verdict = judged(told, None if said.startswith("Validation failed") else said)
    yield saw("by hand", "openclaw", text, verdict)
