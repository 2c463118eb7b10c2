"""AutoGen: what derives from ``BaseTool``, or a ``FunctionTool``; the model is a ``ChatCompletionClient``.

A ``FunctionTool`` refuses parameters with bounds, so the toy, which has them, is made one of ``Declared``.
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
    """A model that makes the calls of each turn, and then is done; it remembers what it was told."""

    def __init__(self, *turns: Sequence[Call]) -> None:
        super().__init__([*(_said(number, calls) for number, calls in enumerate(turns)), "done"], MODEL)

    def _tokenize(self, *_: Any) -> tuple[list[str], int]:
        return [], 0

    @property
    def results(self) -> list[FunctionExecutionResult]:
        """What it was told of its calls."""
        messages = self.create_calls[-1]["messages"]
        return [each for one in messages if isinstance(one, FunctionExecutionResultMessage) for each in one.content]


def _said(turn: int, calls: Sequence[Call]) -> CreateResult:
    made = [FunctionCall(f"{turn}-{at}", json.dumps(each.arguments), each.name) for at, each in enumerate(calls)]
    return CreateResult(finish_reason="function_calls", content=made, usage=FREE, cached=False)


class Declared(BaseTool[BaseModel, Any]):
    """A tool whose arguments are a model."""

    def __init__(self, function: Callable[..., Any]) -> None:
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters.values()
        fields: Any = {
            each.name: (hints[each.name], ... if each.default is each.empty else each.default) for each in parameters
        }
        self._function = function
        super().__init__(create_model("Arguments", **fields), Any, function.__name__, inspect.getdoc(function) or "")

    async def run(self, args: BaseModel, *_: Any) -> Any:
        """Call the function."""
        returned = self._function(**args.model_dump())
        return await returned if inspect.isawaitable(returned) else returned


class AutoGen(Framework):
    """AutoGen."""

    name = "autogen"
    packages = ("autogen-agentchat", "autogen-ext")
    known_by = "the list that `AssistantAgent(tools=…)` is given, or a `Workbench`"

    def tool(self, function: Callable[..., Any]) -> Any:
        """Return a ``FunctionTool``, or where there are bounds what derives from ``BaseTool``."""
        hints = get_type_hints(function, include_extras=True).values()
        if any(isinstance(each, FieldInfo) for hint in hints for each in getattr(hint, "__metadata__", ())):
            return Declared(function)
        return FunctionTool(function, description=inspect.getdoc(function) or "")

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        """Run an agent that has these tools, until its model is done."""
        model = Scripted(*turns)
        return await _ran(model, lambda: _agent(model, tools).run(task=QUESTION))

    async def offered(self, *tools: Any) -> list[Offered]:
        """Look at what the model is told."""
        model = Scripted()
        await _agent(model, tools).run(task=QUESTION)
        return [Offered(each["name"], each["parameters"]) for each in model.create_calls[0]["tools"]]

    def inventory(self) -> dict[str, list[str]]:
        """List the classes of ``autogen_ext.tools`` that are tools; most need what is not installed here."""
        sources = [path.read_text("utf-8") for path in Path(autogen_ext.tools.__path__[0]).glob("**/*.py")]
        found = {name for source in sources for name in re.findall(r"^class ([A-Z]\w+Tool)\(", source, re.MULTILINE)}
        return {"in `autogen_ext.tools`": sorted(found)}

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        """Run the program with a scripted model."""
        model = Scripted([Call(arguments, "page_stats")])
        return await _ran(model, lambda: snippet.answer(model, QUESTION, allowed_hosts))

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        """Derive from ``BaseTool``, and pass its checks."""
        return "`BaseTool`, its `schema` and `run_json`", ByHand(schema, function)

    def stoppable(
        self, tools: Sequence[Any], *turns: Sequence[Call]
    ) -> tuple[str, Coroutine[Any, Any, Ran], Callable[[], None]]:
        """Run an agent with a token."""
        model, token = Scripted(*turns), CancellationToken()
        running = _ran(model, lambda: _agent(model, tools).run(task=QUESTION, cancellation_token=token))
        return "`CancellationToken.cancel`", running, token.cancel

    async def progress(self) -> str:
        """Have a tool yield a message before its result."""
        model = Scripted([Call({"url": "https://a.example/"})])
        events = [event async for event in _agent(model, [Telling()]).run_stream(task=QUESTION)]
        (told,) = (event.content for event in events if getattr(event, "source", "") == "echo")
        (result,) = model.results
        return (
            f"what a `BaseStreamTool` yields is among the messages of `run_stream`, {code(told)}; "
            f"the model gets {code(result.content)} alone"
        )

    def made_otherwise(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Derive from ``BaseTool`` and leave out its method."""

        class Nothing(BaseTool[BaseModel, Any]):
            pass

        yield "`BaseTool` without `run`", lambda: Nothing(BaseModel, Any, "echo", "Say what arrived.")


class ByHand(Declared):
    """A tool that declares a schema of its own, and is called with what a model wrote."""

    def __init__(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._by_hand = {"name": self.name, "description": self.description, "parameters": dict(schema)}

    @property
    def schema(self) -> Any:
        """What a model is told."""
        return self._by_hand

    async def run_json(self, args: Mapping[str, Any], *_: Any, **__: Any) -> Any:
        """Call the function."""
        return self._function(**args)


class Arguments(BaseModel):
    """Those of ``Telling``."""

    url: str


class Telling(BaseStreamTool[Arguments, TextMessage, str]):
    """A tool that says how far it is."""

    def __init__(self) -> None:
        super().__init__(Arguments, str, "echo", "Say how far it is.")

    async def run(self, args: Arguments, *_: Any) -> str:
        """Return what arrived."""
        return args.url

    async def run_stream(self, args: Arguments, *_: Any) -> AsyncIterator[Any]:
        """Say how far it is, then what arrived."""
        yield TextMessage(content="1 of 2", source="echo")
        yield args.url


def _agent(model: Scripted, tools: Sequence[Any]) -> AssistantAgent:
    return AssistantAgent("reader", model, tools=list(tools), max_tool_iterations=len(model.chat_completions))


async def _ran(model: Scripted, run: Callable[[], Awaitable[Any]]) -> Ran:
    """Return what came of a run."""
    try:
        await run()
    except Exception as error:  # whatever ends a run
        return Ran(program=f"raised: {raised(error)}", turns=len(model.create_calls), raised=error)
    told = [code(each.content) for each in model.results]
    parts = [f"a `FunctionExecutionResult`, `is_error` {code(each.is_error)}" for each in model.results]
    return Ran(told, "; ".join(parts), len(model.create_calls))


FRAMEWORK = AutoGen()
