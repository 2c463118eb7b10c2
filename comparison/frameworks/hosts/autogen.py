"""AutoGen: a tool is a ``FunctionTool``, or derives from ``BaseTool``; the model is a ``ChatCompletionClient``.

A ``FunctionTool`` rejects parameters with bounds. The toy has bounds, so it becomes a ``Declared``.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_type_hints

import autogen_ext.tools
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage
from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import (
    CreateResult,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    ModelFamily,
    ModelInfo,
    RequestUsage,
)
from autogen_core.tools import BaseStreamTool, BaseTool, FunctionTool
from autogen_ext.models.replay import ReplayChatCompletionClient
from pydantic import BaseModel, create_model
from pydantic.fields import FieldInfo

from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Call, Framework, Offered, Ran

QUESTION: Final = "Is it worth reading?"
MODEL: Final = ModelInfo(
    vision=False, function_calling=True, json_output=False, structured_output=False, family=ModelFamily.UNKNOWN
)
FREE: Final = RequestUsage(prompt_tokens=0, completion_tokens=0)


class Scripted(ReplayChatCompletionClient):
    """A model that makes the calls of each turn, then says "done"."""

    def __init__(self, *turns: Sequence[Call]) -> None:
        super().__init__([*(_message(number, calls) for number, calls in enumerate(turns)), "done"], MODEL)

    def _tokenize(self, *_: Any) -> tuple[list[str], int]:
        return [], 0

    @property
    def results(self) -> list[FunctionExecutionResult]:
        """The results that the model received for its calls."""
        messages = self.create_calls[-1]["messages"]
        return [each for one in messages if isinstance(one, FunctionExecutionResultMessage) for each in one.content]


def _message(turn: int, calls: Sequence[Call]) -> CreateResult:
    made = [FunctionCall(f"{turn}-{at}", json.dumps(each.arguments), each.name) for at, each in enumerate(calls)]
    return CreateResult(finish_reason="function_calls", content=made, usage=FREE, cached=False)


class Declared(BaseTool[BaseModel, Any]):
    """A tool whose arguments are a pydantic model, which is made from a function's signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters.values()
        fields: Any = {
            each.name: (hints[each.name], ... if each.default is each.empty else each.default) for each in parameters
        }
        self._function = function
        super().__init__(create_model("Arguments", **fields), Any, function.__name__, inspect.getdoc(function) or "")

    async def run(self, args: BaseModel, *_: Any) -> Any:
        returned = self._function(**args.model_dump())
        return await returned if inspect.isawaitable(returned) else returned


class AutoGen(Framework):
    name = "autogen"
    packages = ("autogen-agentchat", "autogen-ext")
    known_by = "the list that `AssistantAgent(tools=…)` is given, or a `Workbench`"

    def tool(self, function: Callable[..., Any]) -> Any:
        """Return a ``FunctionTool``, or a ``Declared`` if a parameter has bounds."""
        hints = get_type_hints(function, include_extras=True).values()
        if any(isinstance(each, FieldInfo) for hint in hints for each in getattr(hint, "__metadata__", ())):
            return Declared(function)
        return FunctionTool(function, description=inspect.getdoc(function) or "")

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        model = Scripted(*turns)
        return await _ran(model, lambda: _agent(model, tools).run(task=QUESTION))

    async def offered(self, *tools: Any) -> list[Offered]:
        model = Scripted()
        await _agent(model, tools).run(task=QUESTION)
        return [Offered(each["name"], each["parameters"]) for each in model.create_calls[0]["tools"]]

    def inventory(self) -> dict[str, list[str]]:
        """Find the tools of ``autogen_ext.tools`` in its source, since most need packages that are not installed."""
        sources = [path.read_text("utf-8") for path in Path(autogen_ext.tools.__path__[0]).glob("**/*.py")]
        found = {name for source in sources for name in re.findall(r"^class ([A-Z]\w+Tool)\(", source, re.MULTILINE)}
        return {"in `autogen_ext.tools`": sorted(found)}

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        model = Scripted([Call(arguments, "page_stats")])
        return await _ran(model, lambda: snippet.answer(model, QUESTION, allowed_hosts))

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        return "`BaseTool`, its `schema` and `run_json`", ByHand(schema, function)

    def stoppable(
        self, tools: Sequence[Any], *turns: Sequence[Call]
    ) -> tuple[str, Coroutine[Any, Any, Ran], Callable[[], None]]:
        model, token = Scripted(*turns), CancellationToken()
        running = _ran(model, lambda: _agent(model, tools).run(task=QUESTION, cancellation_token=token))
        return "`CancellationToken.cancel`", running, token.cancel

    async def progress(self) -> str:
        """Yield a message from a tool before its result."""
        model = Scripted([Call({"url": "https://a.example/"})])
        events = [event async for event in _agent(model, [Reporting()]).run_stream(task=QUESTION)]
        (message,) = (event.content for event in events if getattr(event, "source", "") == "echo")
        (result,) = model.results
        return (
            f"what a `BaseStreamTool` yields is among the messages of `run_stream`, {code(message)}; "
            f"the model gets {code(result.content)} alone"
        )

    def other_tool_kinds(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        class Nothing(BaseTool[BaseModel, Any]):
            pass

        yield "`BaseTool` without `run`", lambda: Nothing(BaseModel, Any, "echo", "Say what arrived.")


class ByHand(Declared):
    """A tool that declares a hand-written schema, and whose arguments are not checked."""

    def __init__(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._by_hand = {"name": self.name, "description": self.description, "parameters": dict(schema)}

    @property
    def schema(self) -> Any:
        """The description that a model receives."""
        return self._by_hand

    async def run_json(self, args: Mapping[str, Any], *_: Any, **__: Any) -> Any:
        return self._function(**args)


class Arguments(BaseModel):
    url: str


class Reporting(BaseStreamTool[Arguments, TextMessage, str]):
    """A tool that reports progress."""

    def __init__(self) -> None:
        super().__init__(Arguments, str, "echo", "Say how far it is.")

    async def run(self, args: Arguments, *_: Any) -> str:
        return args.url

    async def run_stream(self, args: Arguments, *_: Any) -> AsyncIterator[Any]:
        yield TextMessage(content="1 of 2", source="echo")
        yield args.url


def _agent(model: Scripted, tools: Sequence[Any]) -> AssistantAgent:
    return AssistantAgent("reader", model, tools=list(tools), max_tool_iterations=len(model.chat_completions))


async def _ran(model: Scripted, run: Callable[[], Awaitable[Any]]) -> Ran:
    try:
        await run()
    except Exception as error:  # whatever ends a run
        return Ran(program=f"raised: {raised(error)}", turns=len(model.create_calls), raised=error)
    received = [code(each.content) for each in model.results]
    parts = [f"a `FunctionExecutionResult`, `is_error` {code(each.is_error)}" for each in model.results]
    return Ran(received, "; ".join(parts), len(model.create_calls))


FRAMEWORK = AutoGen()
