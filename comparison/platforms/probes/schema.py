"""Which parts of a tool's declared parameters a model receives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine import schema_facts
from comparison.engine.cells import Finding, Verdict, observe
from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code, raised

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    **schema_facts.ROWS,
    "closed, broken": "… and another name, sent to it all the same",
    "letters": "all of it, to the letter",
    "out of step": "a parameter renamed in the schema alone",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Read the schema that LangChain sends to a model provider for a toy that forbids unknown argument names."""
    from langchain_core.utils.function_calling import convert_to_openai_tool
    from pydantic import BaseModel, ConfigDict, Field

    class Closed(host.toy.EchoArguments):  # type: ignore[misc, name-defined]
        model_config = ConfigDict(extra="forbid")

    tool = host.toy.Echo(args_schema=Closed)
    yield from schema_facts.facts("langchain", convert_to_openai_tool(tool)["function"]["parameters"])
    reached = host.invoke(tool, INPUTS["an unknown name"]).returned
    broken: Verdict = "enforced" if reached is None else "declared"
    text = "refused" if reached is None else f"the tool gets {code(reached)}"
    yield observe("closed, broken", "langchain", text, broken)

    class Renamed(BaseModel):
        address: str = Field(description="Absolute http or https URL.")

    try:
        host.toy.Echo(args_schema=Renamed).invoke({"address": "https://example.com/"})
    except TypeError as error:
        yield observe("out of step", "langchain", f"the call raises {raised(error)}; with `@tool` there is one source")


def dify(host: Dify) -> Iterator[Finding]:
    """Read the schema that the SDK makes for models; rename a parameter in the YAML only."""
    from comparison.platforms.hosts.dify import started

    yield from schema_facts.facts("dify", host.prompt()["parameters"], declared_closed=False)
    renamed = host.file("tools/echo.yaml").replace("name: url", "name: address")
    with started({"tools/echo.yaml": renamed}) as toy:
        called = host.call({"address": "https://a.example/"}, toy)
    yield observe("out of step", "dify", f"nobody notices: the tool gets {code(called.returned)}", "absent")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Read the schema that an agent's model receives."""
    host.listed()
    (schema,) = (tool["parameters"] for tool in host.model.tools if tool["name"] == "echo")
    yield from schema_facts.facts("openclaw", schema)
