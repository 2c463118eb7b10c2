"""Google ADK: a tool is a function, or a ``FunctionTool`` that wraps a function; the model is a ``BaseLlm``."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from google.adk import tools as its_tools
from google.adk.agents import Agent
from google.adk.events import Event
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import InMemoryRunner
from google.adk.tools import BaseTool, FunctionTool
from google.adk.workflow import FunctionNode
from google.genai.types import (
    Content,
    FunctionCall,
    FunctionDeclaration,
    FunctionResponse,
    GenerateContentResponseUsageMetadata,
    Part,
)
from pydantic import PrivateAttr

from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Call, Framework, Offered, Ran
from comparison.frameworks.toy import Core, echo

QUESTION: Final = "Is it worth reading?"
USED: Final = GenerateContentResponseUsageMetadata(prompt_token_count=0, candidates_token_count=0)
# Exports of ``google.adk.tools`` that are not tools.
NO_TOOLS: Final = ("AuthToolArguments", "BaseTool", "ModelConsultContextConfig", "SearchResultMode", "ToolContext")


class Scripted(BaseLlm):
    """A model that makes the calls of each turn, then says "done"."""

    model: str = "scripted"
    turns: Sequence[Sequence[Call]] = ()
    _requests: list[LlmRequest] = PrivateAttr(default_factory=list)

    async def generate_content_async(self, llm_request: LlmRequest, *_: Any, **__: Any) -> AsyncIterator[LlmResponse]:
        turn = len(self._requests)
        self._requests.append(llm_request)
        calls = enumerate(self.turns[turn]) if turn < len(self.turns) else ()
        made = [FunctionCall(id=f"{turn}-{at}", name=each.name, args=dict(each.arguments)) for at, each in calls]
        parts = [Part(function_call=each) for each in made] or [Part(text="done")]
        yield LlmResponse(content=_content(*parts), usage_metadata=USED)

    @property
    def requests(self) -> list[LlmRequest]:
        return self._requests

    @property
    def results(self) -> list[FunctionResponse]:
        """The results that the model received for its calls."""
        parts = (part for content in self._requests[-1].contents for part in content.parts or ())
        return [part.function_response for part in parts if part.function_response]


def _content(*parts: Part) -> Content:
    return Content(role="model", parts=list(parts))


@dataclass(frozen=True, slots=True)
class Handled:
    """A tool, and the error callback of the agent that uses it."""

    tool: Any
    on_error: Callable[..., Any]


class GoogleADK(Framework):
    name = "google_adk"
    packages = ("google-adk",)
    known_by = "the list that `Agent(tools=…)` is given, functions and toolsets too; or its import path in YAML"

    def tool(self, function: Callable[..., Any]) -> Any:
        """Make a ``FunctionTool``, as an agent does if it is given a function."""
        return FunctionTool(function)

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        model = Scripted(turns=turns)
        on_error = next((tool.on_error for tool in tools if isinstance(tool, Handled)), None)
        plain = [tool.tool if isinstance(tool, Handled) else tool for tool in tools]
        agent = Agent(name="reader", model=model, tools=plain, on_tool_error_callback=on_error)
        return await _ran(model, lambda: _events(agent))

    async def offered(self, *tools: Any) -> list[Offered]:
        model = Scripted()
        await _events(Agent(name="reader", model=model, tools=list(tools)))
        declared = [each for tool in model.requests[0].config.tools or () for each in tool.function_declarations or ()]
        return [Offered(each.name, each.parameters_json_schema, each.response_json_schema) for each in declared]

    def inventory(self) -> dict[str, list[str]]:
        """List the exports of ``google.adk.tools``, and each function in its modules that is named like its module."""
        modules = [path for folder in its_tools.__path__ for path in Path(folder).glob("*.py")]
        functions = [
            path.stem for path in modules if re.search(rf"^def {path.stem}\(", path.read_text("utf-8"), re.MULTILINE)
        ]
        return {
            "exported by `google.adk.tools`": sorted(set(its_tools.__all__) - set(NO_TOOLS)),
            "in a module there": sorted(functions),
        }

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        model = Scripted(turns=[[Call(arguments, "page_stats")]])
        return await _ran(model, lambda: snippet.answer(model, QUESTION, allowed_hosts))

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        return "`BaseTool`, its `_get_declaration`", ByHand(schema, function)

    def handled(self, function: Callable[..., Any]) -> tuple[str, Any]:
        def tell(*, error: Exception, **_: Any) -> dict[str, str]:
            return {"error": str(error)}

        return "`Agent(on_tool_error_callback=…)`", Handled(FunctionTool(function), tell)

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any]:
        """Wrap the function in a workflow node, because an agent accepts such a node as a tool."""
        return "`FunctionNode(timeout=…)`", FunctionNode(func=function, timeout=seconds)

    async def progress(self) -> str:
        """Yield an event from a tool before its result."""

        async def telling(url: str) -> Any:
            """Say how far it is."""
            yield Event(author="telling", content=_content(Part(text="1 of 2")))
            yield {"url": url}

        model = Scripted(turns=[[Call({"url": "https://a.example/"}, "telling")]])
        events = await _events(Agent(name="reader", model=model, tools=[telling]))
        (text,) = (
            part.text for event in events if event.author == "telling" and event.content for part in event.content.parts
        )
        (result,) = model.results
        return (
            f"a tool may be a generator: an `Event` that it yields is among those of the run, {code(text)}; "
            f"the model gets {code(result.response)} alone"
        )

    def other_tool_kinds(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        yield "a `FunctionNode` of a workflow is taken", lambda: FunctionNode(func=echo(Core()))


class ByHand(BaseTool):
    """A tool that declares a hand-written schema."""

    def __init__(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> None:
        super().__init__(name="echo", description="Say what arrived.")
        self._schema, self._function = schema, function

    def _get_declaration(self) -> FunctionDeclaration:
        return FunctionDeclaration(
            name=self.name, description=self.description, parameters_json_schema=dict(self._schema)
        )

    async def run_async(self, *, args: Mapping[str, Any], **_: Any) -> Any:
        return self._function(**args)


async def _events(agent: Agent) -> list[Event]:
    return await InMemoryRunner(agent, app_name="reading").run_debug(QUESTION, quiet=True)


async def _ran(model: Scripted, run: Callable[[], Any]) -> Ran:
    try:
        await run()
    except Exception as error:  # whatever ends a run
        return Ran(program=f"raised: {raised(error)}", turns=len(model.requests), raised=error)
    received = [code(each.response) for each in model.results]
    return Ran(received, "the same, in the `FunctionResponse` of an `Event`", len(model.requests))


FRAMEWORK = GoogleADK()
