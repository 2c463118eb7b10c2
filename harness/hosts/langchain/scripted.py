"""A chat model that needs no API key: it replays a script and records its inputs."""

from __future__ import annotations

import json
from typing import Any, Self

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field


class ScriptedModel(BaseChatModel):
    """Replies with each message of *script* in turn. Records its input messages in ``seen`` and tools in ``bound``."""

    script: list[AIMessage]
    seen: list[list[BaseMessage]] = Field(default_factory=list)
    bound: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Self:
        """Record the tools in the form that a provider receives."""
        self.bound[:] = [convert_to_openai_tool(tool) for tool in tools]
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self.seen.append(list(messages))
        said = sum(isinstance(message, AIMessage) for message in messages)
        return ChatResult(generations=[ChatGeneration(message=self.script[said])])


def calls(*arguments: dict[str, Any]) -> AIMessage:
    """Return a model's message with a tool call for each of *arguments*."""
    tool_calls = [
        {"type": "tool_call", "id": f"call-{number}", "name": "page_stats", "args": each}
        for number, each in enumerate(arguments, 1)
    ]
    return AIMessage("", tool_calls=tool_calls)


def model_that_calls(*arguments: dict[str, Any]) -> ScriptedModel:
    """Return a model that makes all calls at once and then finishes."""
    return ScriptedModel(script=[calls(*arguments), AIMessage("done")])


def told(message: ToolMessage) -> Any:
    """Return the decoded JSON that the model receives from the tool."""
    assert isinstance(message.content, str)
    return json.loads(message.content)


def tool_messages(state: dict[str, Any]) -> list[ToolMessage]:
    return [message for message in state["messages"] if isinstance(message, ToolMessage)]
