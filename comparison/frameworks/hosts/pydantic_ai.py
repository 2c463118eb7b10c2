"""Pydantic AI: a tool is a function, or a ``Tool`` that wraps a function; the model is a ``FunctionModel``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pydantic_ai import Agent, ModelRetry, Tool, ToolFailed, common_tools
from pydantic_ai.capabilities import Hooks
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.native_tools import NATIVE_TOOL_TYPES

from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Call, Framework, Offered, Ran


class Scripted(FunctionModel):
    """A model that makes the calls of each turn, then says "done"."""

    def __init__(self, *turns: Sequence[Call]) -> None:
        self._turns = turns
        self.messages: list[ModelMessage] = []
        self.tools: list[Any] = []
        self.turns = 0
        super().__init__(self._answer)

    def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.messages, self.tools = messages, info.function_tools
        self.turns += 1
        turn = sum(isinstance(message, ModelResponse) for message in messages)
        if turn >= len(self._turns):
            return ModelResponse([TextPart("done")])
        calls = enumerate(self._turns[turn])
        return ModelResponse([ToolCallPart(each.name, dict(each.arguments), f"{turn}-{at}") for at, each in calls])

    @property
    def results(self) -> list[ToolReturnPart]:
        """The results that the model received for its calls."""
        requests = (message for message in self.messages if isinstance(message, ModelRequest))
        return [part for each in requests for part in each.parts if isinstance(part, ToolReturnPart)]


class _Handled(NamedTuple):
    """A tool whose agent handles its errors."""

    tool: Tool


async def _error_text(*_: Any, error: Exception, **__: Any) -> str:
    return str(error)


class PydanticAI(Framework):
    name = "pydantic_ai"
    packages = ("pydantic-ai-slim",)
    known_by = "the list that `Agent(tools=…)` is given, or a toolset"

    def tool(self, function: Callable[..., Any]) -> Any:
        """Make a ``Tool``, as an agent does if it is given a function."""
        return Tool(function)

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        model = Scripted(*turns)
        hooks = [Hooks(tool_execute_error=_error_text)] if any(isinstance(each, _Handled) for each in tools) else []
        made = [each.tool if isinstance(each, _Handled) else each for each in tools]
        agent = Agent(model, tools=made, capabilities=hooks)
        return await _ran(model, lambda: agent.run("Is it worth reading?"))

    async def offered(self, *tools: Any) -> list[Offered]:
        model = Scripted()
        await Agent(model, tools=list(tools)).run("Is it worth reading?")
        return [Offered(each.name, each.parameters_json_schema, each.return_schema) for each in model.tools]

    def inventory(self) -> dict[str, list[str]]:
        """List the functions of ``common_tools`` that make a tool, and the tools that model providers run."""
        sources = [path.read_text("utf-8") for path in Path(common_tools.__path__[0]).glob("*.py")]
        makers = {name for source in sources for name in re.findall(r"^def (\w+_tool)\(", source, re.MULTILINE)}
        return {"in `pydantic_ai.common_tools`": sorted(makers), "run by the provider": sorted(NATIVE_TOOL_TYPES)}

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        model = Scripted([Call(arguments, "page_stats")])
        return await _ran(model, lambda: snippet.answer(model, "Is it worth reading?", allowed_hosts))

    def own_error(self, text: str) -> Exception:
        return ToolFailed(text)

    def try_again(self, text: str) -> Exception:
        return ModelRetry(text)

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        return "`Tool.from_schema`", Tool.from_schema(function, "echo", "Say what arrived.", dict(schema))

    def handled(self, function: Callable[..., Any]) -> tuple[str, Any]:
        """Mark the tool, so that ``run`` adds the error hook to the agent."""
        return "`Hooks(tool_execute_error=…)`", _Handled(Tool(function))

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any]:
        return "`Tool(timeout=…)`", Tool(function, timeout=seconds)


async def _ran(model: Scripted, run: Callable[[], Any]) -> Ran:
    try:
        await run()
    except Exception as error:  # whatever ends a run
        return Ran(program=f"raised: {raised(error)}", turns=model.turns, raised=error)
    received = [code(part.model_response_str(wrap_if_error=True)) for part in model.results]
    parts = [
        f"a `ToolReturnPart`, outcome {code(part.outcome)}, content {code(part.content)}" for part in model.results
    ]
    return Ran(received, "; ".join(parts), model.turns)


FRAMEWORK = PydanticAI()
