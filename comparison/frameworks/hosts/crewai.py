"""CrewAI: a function with ``@tool``, or what derives from ``BaseTool``; the model is a ``BaseLLM``.

Its agents ask a model for calls or, if it cannot make any, for lines of text that they read them from: the latter is
``InText``.
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

# It would send what agents do to its makers, and ask on the terminal whether it may; and it keeps a key at home.
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
    """A model that makes the calls of each turn, and then is done; it remembers what it was told."""

    turns: Sequence[Sequence[Call]] = ()
    writes: bool = False
    _asked: list[tuple[list[Any], list[Any]]] = PrivateAttr(default_factory=list)

    def call(self, messages: Any, tools: Any = None, *_: Any, **__: Any) -> Any:
        """Answer."""
        said = len(self._asked)
        self._asked.append((list(messages), list(tools or ())))
        if said >= len(self.turns):
            return "Thought: I now know the final answer\nFinal Answer: done" if self.writes else "done"
        if self.writes:
            (call,) = self.turns[said]
            return f"Thought: look\nAction: {call.name}\nAction Input: {json.dumps(call.arguments)}"
        return [_made(f"{said}-{at}", each, tools[0]) for at, each in enumerate(self.turns[said])]

    def get_input_tokens_count(self, *_: Any, **__: Any) -> int:
        """Return that they cost nothing."""
        return 0

    async def acall(self, *arguments: Any, **options: Any) -> Any:
        """Answer."""
        return self.call(*arguments, **options)

    def supports_function_calling(self) -> bool:
        """Tell whether it can make calls."""
        return not self.writes

    @property
    def asked(self) -> list[tuple[list[Any], list[Any]]]:
        """The messages and the tools of each turn."""
        return self._asked

    @property
    def results(self) -> list[str]:
        """What it was told of its calls."""
        messages, _ = self._asked[-1]
        if not self.writes:
            return [message["content"] for message in messages if message["role"] == "tool"]
        texts = (message["content"].partition("Observation:") for message in messages if message["role"] == "assistant")
        return [told.strip() for _, found, told in texts if found]


def _made(number: str, call: Call, first: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": call.name or first["function"]["name"], "arguments": json.dumps(call.arguments)}
    return {"id": number, "type": "function", "function": function}


class Told(BaseEvent):
    """How far a tool is."""

    type: str = "told"
    how_far: str


class CrewAI(Framework):
    """CrewAI."""

    name = "crewai"
    packages = ("crewai", "crewai-tools")
    known_by = "the list that `Agent(tools=…)` or `Task(tools=…)` is given"
    writes = False
    """Whether its model writes its calls as text."""

    def tool(self, function: Callable[..., Any]) -> Any:
        """Return what the decorator makes; it takes annotations as they are, and those that are postponed are text."""
        function.__annotations__ = get_type_hints(function, include_extras=True)
        return tool(function.__name__)(function)

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        """Run an agent that has these tools."""
        model = Scripted(turns=turns, writes=self.writes, **MODEL)
        return await _ran(model, lambda: _asked(model, tools))

    async def offered(self, *tools: Any) -> list[Offered]:
        """Look at what the model is told."""
        model = Scripted(**MODEL)
        await _asked(model, tools)
        functions = [each["function"] for each in model.asked[0][1]]
        return [Offered(each["name"], each["parameters"]) for each in functions]

    def inventory(self) -> dict[str, list[str]]:
        """List the tools that its modules have, and those of the distribution of its tools."""
        modules = (agent_tools, memory_tools)
        return {
            "in `crewai.tools`": sorted({name for module in modules for name in _tools_of(module)}),
            "in `crewai-tools`": _tools_of(crewai_tools),
        }

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        """Run the program with a scripted model, which calls the first tool that it is told of."""
        model = Scripted(turns=[[Call(arguments, "")]], **MODEL)
        return await _ran(model, lambda: snippet.answer(model, QUESTION, allowed_hosts))

    def own_failure(self, text: str) -> ToolFailure:
        """Return its word for a failure."""
        return ToolFailure(message=text, code="http_error")

    def in_text(self) -> Framework:
        """Return the one whose model cannot make calls."""
        return InText()

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        """Have it make a model of the schema."""
        made = Tool(name="echo", description="Say what arrived.", func=function, args_schema=dict(schema))
        return "`BaseTool(args_schema=…)`", made

    async def progress(self) -> str:
        """Have a tool emit an event, and listen."""
        heard: list[str] = []

        def telling(url: str) -> str:
            """Say how far it is."""
            crewai_event_bus.emit(self, Told(how_far="1 of 2"))
            return url

        with crewai_event_bus.scoped_handlers():
            crewai_event_bus.on(Told)(lambda _, event: heard.append(event.how_far))
            ran = await self.run([self.tool(telling)], [Call({"url": "https://a.example/"}, "telling")])
            crewai_event_bus.flush()
        (told,) = heard
        return (
            f"an event of one's own on `crewai_event_bus` reaches who listens, {code(told)}; the model gets {ran.model}"
        )

    def made_otherwise(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Derive from ``BaseTool`` and leave out its method."""

        class Nothing(BaseTool):
            name: str = "echo"
            description: str = "Say what arrived."

        yield "`BaseTool` without `_run`", Nothing


class InText(CrewAI):
    """The same, its model unable to make calls."""

    writes = True


def _tools_of(module: ModuleType) -> list[str]:
    classes = {name: each for name, each in vars(module).items() if isinstance(each, type)}
    return sorted(name for name, each in classes.items() if issubclass(each, BaseTool) and each is not BaseTool)


async def _asked(model: Scripted, tools: Sequence[Any]) -> LiteAgentOutput:
    """Return what a run came to."""
    with _quiet():
        return await Agent(llm=model, tools=list(tools), **AGENT).kickoff_async(QUESTION)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep to itself what it prints, whether it is asked to or not: every call and its arguments, in frames."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            yield
        finally:
            crewai_event_bus.flush()


async def _ran(model: Scripted, run: Callable[[], Awaitable[Any]]) -> Ran:
    """Return what came of a run."""
    try:
        with _quiet():
            out = await run()
    except Exception as error:  # whatever ends a run
        return Ran(program=f"raised: {raised(error)}", turns=len(model.asked), raised=error)
    failures = getattr(out, "tool_failures", ())
    told = "; ".join(
        f"{code(each.failure.reason.value)}, {code(unversioned(each.failure.message))}" for each in failures
    )
    return Ran(
        [code(each) for each in model.results], f"`tool_failures` of its output: {told or 'none'}", len(model.asked)
    )


FRAMEWORK = CrewAI()
