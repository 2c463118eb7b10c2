"""The tool: LangChain's calls go to the core, and its answers back. What a page is, the core alone decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from langchain_core.tools import ArgsSchema, BaseTool, StructuredTool, ToolException
from langchain_core.utils import from_env
from page_stats_core import PageStatsConfig, PageStatsError, apage_stats_payload, page_stats_payload
from page_stats_core.contract import (
    MAX_BYTES_DEFAULT,
    MAX_BYTES_MAX,
    TOOL_DESCRIPTION,
    TOOL_NAME,
    USER_AGENT_MAX,
    config_from,
)
from pydantic import ConfigDict, Field, SkipValidation, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from langchain_page_stats.arguments import PageStatsArguments, refused
from langchain_page_stats.errors import PageStatsToolError, as_content

Answer = tuple[str, dict[str, Any]]

_USER_AGENT: str = PageStatsConfig.model_fields["user_agent"].default


def _max_bytes() -> Any:
    """Return what the environment says, as a number if it is one; anything else is refused with the other values."""
    text = from_env("PAGE_STATS_MAX_BYTES", default="")()
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text or MAX_BYTES_DEFAULT


class PageStatsTool(BaseTool):
    """Tell what a web page is (its title) and how long it is (its words) before reading it.

    Setup: ``pip install langchain-page-stats``; there is no key. The environment may hold ``PAGE_STATS_USER_AGENT``
    and ``PAGE_STATS_MAX_BYTES``.

    Instantiation::

        tool = PageStatsTool(allowed_hosts=["wiki.corp"])

    Invocation with arguments gives the contract's JSON, as text::

        tool.invoke({"url": "https://example.com/", "timeout_seconds": 5})

    Invocation with a tool call gives a ``ToolMessage``: the same as its content, a dict as its artifact::

        tool.invoke({"type": "tool_call", "id": "1", "name": "page_stats", "args": {"url": "https://example.com/"}})

    A failure is handed to the model: the contract's JSON, with status ``error``. With ``handle_tool_error=False`` it is
    raised as ``PageStatsToolError``; only arguments that the schema rules out are handed to the model still, by
    ``handle_validation_error``.

    Raises ``ValueError`` for an unknown option or a wrong value, at construction and at assignment.
    """

    model_config = ConfigDict(
        extra="forbid",
        validate_assignment=True,
        validate_default=True,  # the environment's values, and a subclass's
        hide_input_in_errors=True,  # a proxy's password must not reappear
    )

    name: str = TOOL_NAME
    description: str = TOOL_DESCRIPTION
    args_schema: Annotated[ArgsSchema | None, SkipValidation()] = PageStatsArguments
    response_format: Literal["content_and_artifact"] = "content_and_artifact"
    # Without this a failure would end an agent's run.
    handle_tool_error: bool | str | Callable[[ToolException], Any] | None = True
    handle_validation_error: bool | str | Callable[[Any], str] | None = refused

    user_agent: str = Field(
        default_factory=lambda: from_env("PAGE_STATS_USER_AGENT", default="")() or _USER_AGENT,
        description=f"User-Agent header of every request: 1 to {USER_AGENT_MAX} printable ASCII characters (§2.3).",
    )
    max_bytes: int = Field(
        default_factory=_max_bytes,
        description=f"Decoded bytes of a page to read, 1 to {MAX_BYTES_MAX:,}; a longer page is truncated (§2.4).",
    )
    # Never from the environment: a variable that switches protection off is set where nobody looks.
    allowed_hosts: Sequence[str] = Field(
        default=(), description="Host names, addresses or networks to allow even if they are private (§2.5)."
    )
    allow_private_network: bool = Field(default=False, description="Allow private addresses for every host (§2.6).")
    proxy: str | None = Field(
        default=None, repr=False, description="Proxy for every request: http://[user:password@]host:port (§2.7)."
    )

    @field_validator(*PageStatsConfig.model_fields, mode="before")
    @classmethod
    def _check(cls, value: Any, info: ValidationInfo) -> Any:
        """Let the contract judge a value; null is absent."""
        key = str(info.field_name)
        if value is None:
            value = cls.model_fields[key].get_default(call_default_factory=True, validated_data={})
        try:
            return getattr(config_from({key: value}), key)
        except PageStatsError as error:
            failure = error.failure
        raise PydanticCustomError("invalid_parameter", "{message}", {"message": failure.message})

    @property
    def _config(self) -> PageStatsConfig:
        return PageStatsConfig(**{key: getattr(self, key) for key in PageStatsConfig.model_fields})

    # Hosts call these two directly, too, with whatever a model wrote: every name is taken, and the core judges.
    def _run(self, url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> Answer:
        return _answer(page_stats_payload(_arguments(url, timeout_seconds, unknown), self._config))

    async def _arun(self, url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> Answer:
        return _answer(await apage_stats_payload(_arguments(url, timeout_seconds, unknown), self._config))


def page_stats_tool(**options: Any) -> StructuredTool:
    """Return the tool as a ``StructuredTool``, for hosts that take a tool apart and call its function.

    Such hosts show what a function returns: it returns the contract's JSON alone, and there is no artifact.
    *options* are those of ``PageStatsTool``. The function raises ``PageStatsToolError``.
    """
    tool = PageStatsTool(**options)

    def page_stats(url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> str:
        return tool._run(url, timeout_seconds, **unknown)[0]  # our own

    async def apage_stats(url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> str:
        return (await tool._arun(url, timeout_seconds, **unknown))[0]  # our own

    shared = {name: getattr(tool, name) for name in BaseTool.model_fields} | {"response_format": "content"}
    return StructuredTool(func=page_stats, coroutine=apage_stats, **shared)


def _arguments(url: Any, timeout_seconds: Any, unknown: dict[str, Any]) -> dict[str, Any]:
    return {"url": url, "timeout_seconds": timeout_seconds, **unknown}


def _answer(payload: dict[str, Any]) -> Answer:
    """Return content and artifact, or raise the failure."""
    if not payload["ok"]:
        raise PageStatsToolError(payload)
    return as_content(payload), payload
