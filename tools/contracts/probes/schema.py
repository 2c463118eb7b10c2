"""What a model is told of a tool's parameters, and what of that was declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from contracts.cells import Sighting, Verdict, saw
from contracts.inputs import INPUTS
from contracts.texts import code, raised

if TYPE_CHECKING:
    from contracts.hosts.dify import Dify
    from contracts.hosts.langchain import LangChain
    from contracts.hosts.openclaw import OpenClaw

ROWS: Final = {
    "types": "types",
    "descriptions": "descriptions",
    "bounds": "bounds",
    "default": "the default",
    "closed": "that there are no other names",
    "closed, broken": "… and another name, sent to it all the same",
    "letters": "all of it, to the letter",
    "out of step": "a parameter renamed in the schema alone",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def facts(column: str, told: Mapping[str, Any], *, declared_closed: bool = True) -> Iterator[Sighting]:
    """Yield what the schema of the toy, as *told* to a model, says and what it leaves out."""
    seconds = told["properties"]["timeout_seconds"]
    yield _fact("types", column, code(seconds.get("type")), there="type" in seconds)
    yield _fact("descriptions", column, code(seconds.get("description")), there="description" in seconds)
    bounds = {name: seconds[name] for name in ("minimum", "maximum") if name in seconds}
    yield _fact("bounds", column, code(bounds), there=bool(bounds))
    yield _fact("default", column, code(seconds.get("default")), there="default" in seconds)
    closed = told.get("additionalProperties") is False
    missing: Verdict = "hidden" if declared_closed else "absent"
    text = '`"additionalProperties": false`' if closed else "left out"
    yield saw("closed", column, text, "told" if closed else missing)
    yield saw("letters", column, code(told))


def _fact(row: str, column: str, text: str, *, there: bool) -> Sighting:
    verdict: Verdict = "told" if there else "hidden"
    return saw(row, column, text if there else "left out", verdict)


def langchain(host: LangChain) -> Iterator[Sighting]:
    """Ask the toy for what a provider is sent; its arguments forbid unknown names."""
    from langchain_core.utils.function_calling import convert_to_openai_tool
    from pydantic import BaseModel, ConfigDict, Field

    class Closed(host.toy.EchoArguments):  # type: ignore[misc, name-defined]
        model_config = ConfigDict(extra="forbid")

    tool = host.toy.Echo(args_schema=Closed)
    yield from facts("langchain", convert_to_openai_tool(tool)["function"]["parameters"])
    reached = host.invoke(tool, INPUTS["an unknown name"]).returned
    broken: Verdict = "enforced" if reached is None else "declared"
    text = "refused" if reached is None else f"the tool gets {code(reached)}"
    yield saw("closed, broken", "langchain", text, broken)

    class Renamed(BaseModel):
        address: str = Field(description="Absolute http or https URL.")

    try:
        host.toy.Echo(args_schema=Renamed).invoke({"address": "https://example.com/"})
    except TypeError as error:
        yield saw("out of step", "langchain", f"the call raises {raised(error)}; with `@tool` there is one source")


def dify(host: Dify) -> Iterator[Sighting]:
    """Ask the SDK for what agents of Dify tell a model; rename a parameter in the YAML alone."""
    from contracts.hosts.dify import started

    yield from facts("dify", host.prompt()["parameters"], declared_closed=False)
    renamed = host.file("tools/echo.yaml").replace("name: url", "name: address")
    with started({"tools/echo.yaml": renamed}) as toy:
        called = host.call({"address": "https://a.example/"}, toy)
    yield saw("out of step", "dify", f"nobody notices: the tool gets {code(called.returned)}", "absent")


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Look at what an agent's model is sent."""
    host.listed()
    (told,) = (tool["parameters"] for tool in host.model.tools if tool["name"] == "echo")
    yield from facts("openclaw", told)
