"""OpenAI's Agents SDK: a tool is a function with ``function_tool``; the model is the SDK's own ``ScriptedModel``."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, get_args

from agents import Agent, FunctionTool, Runner, Tool, function_tool, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call

from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Call, Framework, Offered, Ran

set_tracing_disabled(disabled=True)


def scripted(*turns: Sequence[Call]) -> ScriptedModel:
    """Return a model that makes the calls of each turn, then says "done"."""
    steps = [
        [function_call(each.name, each.arguments, call_id=f"{turn}-{at}") for at, each in enumerate(calls)]
        for turn, calls in enumerate(turns)
    ]
    return ScriptedModel([*steps, [assistant_message("done")]])


class OpenAIAgents(Framework):
    name = "openai_agents"
    packages = ("openai-agents",)
    known_by = "the list that `Agent(tools=…)` is given, or a server of `mcp_servers`"

    def tool(self, function: Callable[..., Any]) -> Any:
        return function_tool(function)

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        model = scripted(*turns)
        return await _ran(model, Runner.run(Agent("agent", model=model, tools=list(tools)), "Is it worth reading?"))

    async def offered(self, *tools: Any) -> list[Offered]:
        model = scripted()
        await Runner.run(Agent("agent", model=model, tools=list(tools)), "Is it worth reading?")
        return [Offered(each.name, each.params_json_schema, each.output_json_schema) for each in model.calls[0].tools]

    def inventory(self) -> dict[str, list[str]]:
        """List the kinds of tool, except the kinds that wrap the user's own code."""
        names = [each.__name__ for each in get_args(Tool) if each.__name__ not in {"FunctionTool", "CustomTool"}]
        return {"kinds of `agents.Tool`, most run by the provider": sorted(names)}

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        model = scripted([Call(arguments, "page_stats")])
        return await _ran(model, snippet.answer(model, "Is it worth reading?", allowed_hosts))

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        async def invoke(_: Any, arguments: str) -> Any:
            return function(**json.loads(arguments))

        return "`FunctionTool`", FunctionTool("echo", "Say what arrived.", dict(schema), invoke)

    def handled(self, function: Callable[..., Any]) -> tuple[str, Any]:
        tool = function_tool(function, failure_error_function=lambda _, error: str(error))
        return "`failure_error_function=…`", tool

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any]:
        return "`function_tool(timeout=…)`, of coroutines alone", function_tool(function, timeout=seconds)


async def _ran(model: ScriptedModel, run: Awaitable[Any]) -> Ran:
    program, error = "", None
    try:
        result = await run
    except Exception as ended:  # whatever ends a run
        program, error = f"raised: {raised(ended)}", ended
    else:
        items = [each for each in getattr(result, "new_items", []) if each.type == "tool_call_output_item"]
        program = "; ".join(f"a `ToolCallOutputItem`, output {code(each.output)}" for each in items)
    outputs = [each for call in model.calls[-1:] for each in call.input if each.get("type") == "function_call_output"]
    return Ran([code(each["output"]) for each in outputs], program, len(model.calls), error)


FRAMEWORK = OpenAIAgents()
