"""CrewAI: a tool is a function with ``@tool``, or derives from ``BaseTool``; the model is a ``BaseLLM``.

If a model cannot make tool calls, CrewAI parses calls from the model's text. ``InText`` has such a model.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import shutil
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from tempfile import mkdtemp
from types import ModuleType
from typing import Any, Final, get_type_hints

from comparison.engine.texts import code, raised, unversioned
from comparison.frameworks.framework import Call, Framework, Offered, Ran

# By default CrewAI sends telemetry, asks for consent on the terminal, and stores a key in the home folder.
os.environ |= {"OTEL_SDK_DISABLED": "true", "CREWAI_DISABLE_TELEMETRY": "true", "CREWAI_TRACING_ENABLED": "false"}
os.environ["HOME"] = mkdtemp(prefix="crewai-")

import crewai_tools
from crewai import Agent, BaseLLM
from crewai.events import crewai_event_bus
from crewai.events.base_events import BaseEvent
from crewai.lite_agent_output import LiteAgentOutput
from crewai.tools import BaseTool, ToolFailure, agent_tools, memory_tools, tool
from crewai.tools.base_tool import Tool
from pydantic import PrivateAttr

atexit.register(shutil.rmtree, os.environ["HOME"], ignore_errors=True)

QUESTION: Final = "Is it worth reading?"
MODEL: Final = {"model": "scripted", "provider": "none"}
AGENT: Final = {"role": "reader", "goal": "know what is worth reading", "backstory": "none"}


class Scripted(BaseLLM):
    """A model that makes the calls of each turn, then says "done". If *writes* is true, it writes calls as text."""

    turns: Sequence[Sequence[Call]] = ()
    writes: bool = False
    _requests: list[tuple[list[Any], list[Any]]] = PrivateAttr(default_factory=list)

    def call(self, messages: Any, tools: Any = None, *_: Any, **__: Any) -> Any:
        turn = len(self._requests)
        self._requests.append((list(messages), list(tools or ())))
        if turn >= len(self.turns):
            return "Thought: I now know the final answer\nFinal Answer: done" if self.writes else "done"
        if self.writes:
            (call,) = self.turns[turn]
            return f"Thought: look\nAction: {call.name}\nAction Input: {json.dumps(call.arguments)}"
        return [_made(f"{turn}-{at}", each, tools[0]) for at, each in enumerate(self.turns[turn])]

    def get_input_tokens_count(self, *_: Any, **__: Any) -> int:
        return 0

    async def acall(self, *arguments: Any, **options: Any) -> Any:
        return self.call(*arguments, **options)

    def supports_function_calling(self) -> bool:
        return not self.writes

    @property
    def requests(self) -> list[tuple[list[Any], list[Any]]]:
        """The messages and the tools of each request."""
        return self._requests

    @property
    def results(self) -> list[str]:
        """The results that the model received for its calls."""
        messages, _ = self._requests[-1]
        if not self.writes:
            return [message["content"] for message in messages if message["role"] == "tool"]
        texts = (message["content"].partition("Observation:") for message in messages if message["role"] == "assistant")
        return [result.strip() for _, found, result in texts if found]


def _made(number: str, call: Call, first: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": call.name or first["function"]["name"], "arguments": json.dumps(call.arguments)}
    return {"id": number, "type": "function", "function": function}


class Progress(BaseEvent):
    type: str = "progress"
    how_far: str


class CrewAI(Framework):
    name = "crewai"
    packages = ("crewai", "crewai-tools")
    known_by = "the list that `Agent(tools=…)` or `Task(tools=…)` is given"
    writes = False
    """Whether the scripted model writes calls as text."""

    def tool(self, function: Callable[..., Any]) -> Any:
        """Evaluate postponed annotations, because CrewAI's decorator does not, and then apply the decorator."""
        function.__annotations__ = get_type_hints(function, include_extras=True)
        return tool(function.__name__)(function)

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        model = Scripted(turns=turns, writes=self.writes, **MODEL)
        return await _ran(model, lambda: _run_agent(model, tools))

    async def offered(self, *tools: Any) -> list[Offered]:
        model = Scripted(**MODEL)
        await _run_agent(model, tools)
        functions = [each["function"] for each in model.requests[0][1]]
        return [Offered(each["name"], each["parameters"]) for each in functions]

    def inventory(self) -> dict[str, list[str]]:
        """List the tools of CrewAI's own modules, and the tools of the distribution ``crewai-tools``."""
        modules = (agent_tools, memory_tools)
        return {
            "in `crewai.tools`": sorted({name for module in modules for name in _tools_of(module)}),
            "in `crewai-tools`": _tools_of(crewai_tools),
        }

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        """Run a program whose model calls the first tool that it receives, because CrewAI renames MCP tools."""
        model = Scripted(turns=[[Call(arguments, "")]], **MODEL)
        return await _ran(model, lambda: snippet.answer(model, QUESTION, allowed_hosts))

    def own_failure(self, text: str) -> ToolFailure:
        return ToolFailure(message=text, code="http_error")

    def in_text(self) -> Framework:
        return InText()

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        made = Tool(name="echo", description="Say what arrived.", func=function, args_schema=dict(schema))
        return "`BaseTool(args_schema=…)`", made

    async def progress(self) -> str:
        """Emit an event from a tool, and listen for it."""
        heard: list[str] = []

        def telling(url: str) -> str:
            """Say how far it is."""
            crewai_event_bus.emit(self, Progress(how_far="1 of 2"))
            return url

        with crewai_event_bus.scoped_handlers():
            crewai_event_bus.on(Progress)(lambda _, event: heard.append(event.how_far))
            ran = await self.run([self.tool(telling)], [Call({"url": "https://a.example/"}, "telling")])
            crewai_event_bus.flush()
        (how_far,) = heard
        return (
            f"an event of one's own on `crewai_event_bus` reaches who listens, {code(how_far)}; "
            f"the model gets {ran.model}"
        )

    def other_tool_kinds(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        class Nothing(BaseTool):
            name: str = "echo"
            description: str = "Say what arrived."

        yield "`BaseTool` without `_run`", Nothing


class InText(CrewAI):
    """CrewAI with a model that cannot make tool calls and writes them as text."""

    writes = True


def _tools_of(module: ModuleType) -> list[str]:
    classes = {name: each for name, each in vars(module).items() if isinstance(each, type)}
    return sorted(name for name, each in classes.items() if issubclass(each, BaseTool) and each is not BaseTool)


async def _run_agent(model: Scripted, tools: Sequence[Any]) -> LiteAgentOutput:
    with _quiet():
        return await Agent(llm=model, tools=list(tools), **AGENT).kickoff_async(QUESTION)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Suppress CrewAI's output, because CrewAI prints every call even if ``verbose`` is off."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            yield
        finally:
            crewai_event_bus.flush()


async def _ran(model: Scripted, run: Callable[[], Awaitable[Any]]) -> Ran:
    try:
        with _quiet():
            out = await run()
    except Exception as error:  # whatever ends a run
        return Ran(program=f"raised: {raised(error)}", turns=len(model.requests), raised=error)
    failures = getattr(out, "tool_failures", ())
    shown = "; ".join(
        f"{code(each.failure.reason.value)}, {code(unversioned(each.failure.message))}" for each in failures
    )
    return Ran(
        [code(each) for each in model.results], f"`tool_failures` of its output: {shown or 'none'}", len(model.requests)
    )


FRAMEWORK = CrewAI()
