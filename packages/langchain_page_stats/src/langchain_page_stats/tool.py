"""The LangChain tool. All behaviour is in the core."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from langchain_core.tools import ArgsSchema, BaseTool, StructuredTool, ToolException
from langchain_core.utils import from_env
from page_stats_core import PageStatsConfig, PageStatsError, apage_stats_payload, page_stats_payload
from page_stats_core.contract import MAX_BYTES_DEFAULT, TOOL_DESCRIPTION, TOOL_NAME, config_from
from pydantic import ConfigDict, Field, SkipValidation, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from langchain_page_stats.arguments import PageStatsArguments, refused
from langchain_page_stats.errors import PageStatsToolError, as_content

Answer = tuple[str, dict[str, Any]]

_USER_AGENT: str = PageStatsConfig.model_fields["user_agent"].default


def _max_bytes() -> Any:
    """Return the environment's value, as a number if it is one; others are rejected when the fields are validated."""
    text = from_env("PAGE_STATS_MAX_BYTES", default="")()
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text or MAX_BYTES_DEFAULT


class PageStatsTool(BaseTool):
    """Report a web page's title and length (in words) before reading it.

    Setup: ``pip install langchain-page-stats``; no key is needed. ``PAGE_STATS_USER_AGENT`` and
    ``PAGE_STATS_MAX_BYTES`` in the environment set the defaults of these two options.

    Instantiation::

        tool = PageStatsTool(allowed_hosts=["wiki.corp"])

    Invocation with arguments returns the contract's JSON as text::

        tool.invoke({"url": "https://example.com/", "timeout_seconds": 5})

    Invocation with a tool call returns a ``ToolMessage`` with the same JSON as content and the dict as artifact::

        tool.invoke({"type": "tool_call", "id": "1", "name": "page_stats", "args": {"url": "https://example.com/"}})

    A failure is passed to the model as the contract's JSON, with status ``error``. With ``handle_tool_error=False`` it
    is raised as ``PageStatsToolError``. Arguments that violate the schema are still passed to the model, by
    ``handle_validation_error``.

    Raises ``ValueError`` for an unknown option or an invalid value (§2), at construction and at assignment.
    """

    model_config = ConfigDict(
        extra="forbid",
        validate_assignment=True,
        validate_default=True,  # includes values from the environment and from subclasses
        hide_input_in_errors=True,  # an error must not repeat a proxy's password
    )

    name: str = TOOL_NAME
    description: str = TOOL_DESCRIPTION
    args_schema: Annotated[ArgsSchema | None, SkipValidation()] = PageStatsArguments
    response_format: Literal["content_and_artifact"] = "content_and_artifact"
    # Without this, a failure would end the agent run.
    handle_tool_error: bool | str | Callable[[ToolException], Any] | None = True
    handle_validation_error: bool | str | Callable[[Any], str] | None = refused

    user_agent: str = Field(
        default_factory=lambda: from_env("PAGE_STATS_USER_AGENT", default="")() or _USER_AGENT,
        description="User-Agent field of every request (§2.3).",
    )
    max_bytes: int = Field(
        default_factory=_max_bytes,
        description="Decoded bytes of a page that are looked at, 1 to 20,000,000 (§2.4).",
    )
    # Never from the environment: a variable that disables protection is easily overlooked.
    allowed_hosts: Sequence[str] = Field(
        default=(), description="Host names, addresses or networks that are permitted although private (§2.5)."
    )
    allow_private_network: bool = Field(default=False, description="Permit private addresses for every host (§2.6).")
    proxy: str | None = Field(
        default=None, repr=False, description="http://[user:password@]host:port, used for every request (§2.7)."
    )

    @field_validator(*PageStatsConfig.model_fields, mode="before")
    @classmethod
    def _check(cls, value: Any, info: ValidationInfo) -> Any:
        """Validate the value with the contract; null means absent."""
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

    # Some hosts call these two directly with whatever the model wrote: accept every name and let the core check.
    def _run(self, url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> Answer:
        return _answer(page_stats_payload(_arguments(url, timeout_seconds, unknown), self._config))

    async def _arun(self, url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> Answer:
        return _answer(await apage_stats_payload(_arguments(url, timeout_seconds, unknown), self._config))


def page_stats_tool(**options: Any) -> StructuredTool:
    """Return the tool as a ``StructuredTool``, for hosts that call a tool's function directly.

    Such hosts show the function's return value, so it returns only the contract's JSON, without an artifact. *options*
    are those of ``PageStatsTool``. The function raises ``PageStatsToolError``.
    """
    tool = PageStatsTool(**options)

    def page_stats(url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> str:
        return tool._run(url, timeout_seconds, **unknown)[0]

    async def apage_stats(url: Any = None, timeout_seconds: Any = None, **unknown: Any) -> str:
        return (await tool._arun(url, timeout_seconds, **unknown))[0]

    shared = {name: getattr(tool, name) for name in BaseTool.model_fields} | {"response_format": "content"}
    return StructuredTool(func=page_stats, coroutine=apage_stats, **shared)


def _arguments(url: Any, timeout_seconds: Any, unknown: dict[str, Any]) -> dict[str, Any]:
    return {"url": url, "timeout_seconds": timeout_seconds, **unknown}


def _answer(payload: dict[str, Any]) -> Answer:
    """Return content and artifact; raise ``PageStatsToolError`` for a failure."""
    if not payload["ok"]:
        raise PageStatsToolError(payload)
    return as_content(payload), payload
