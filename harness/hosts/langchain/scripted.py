"""A chat model without a key: it says what it was told to say, and remembers what it was shown."""

from __future__ import annotations

import json
from typing import Any, Self

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field


class ScriptedModel(BaseChatModel):
    """Says the messages of *script* in turn; ``seen`` are the histories that it was shown, ``bound`` its tools."""

    script: list[AIMessage]
    seen: list[list[BaseMessage]] = Field(default_factory=list)
    bound: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Self:
        """Remember the tools as a provider would be told of them."""
        self.bound[:] = [convert_to_openai_tool(tool) for tool in tools]
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self.seen.append(list(messages))
        said = sum(isinstance(message, AIMessage) for message in messages)
        return ChatResult(generations=[ChatGeneration(message=self.script[said])])


def calls(*arguments: dict[str, Any]) -> AIMessage:
    """Return a message in which a model calls the tool, once for each of *arguments*."""
    tool_calls = [
        {"type": "tool_call", "id": f"call-{number}", "name": "page_stats", "args": each}
        for number, each in enumerate(arguments, 1)
    ]
    return AIMessage("", tool_calls=tool_calls)


def model_that_calls(*arguments: dict[str, Any]) -> ScriptedModel:
    """Return a model that calls the tool, all at once, and is done."""
    return ScriptedModel(script=[calls(*arguments), AIMessage("done")])


def told(message: ToolMessage) -> Any:
    """Return what a message of the tool says to the model, which is JSON."""
    assert isinstance(message.content, str)
    return json.loads(message.content)


def tool_messages(state: dict[str, Any]) -> list[ToolMessage]:
    """Return what the tool said in a run."""
    return [message for message in state["messages"] if isinstance(message, ToolMessage)]
