"""The LangChain tool. All behaviour is in the core."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from langchain_core.tools import ArgsSchema, BaseTool, StructuredTool, ToolException
from page_stats_core import PageStatsConfig, PageStatsError, PageStatsInput, apage_stats_payload, page_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION, TOOL_NAME, config_from
from pydantic import ConfigDict, SkipValidation, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from langchain_page_stats.arguments import PageStatsArguments, refused
from langchain_page_stats.errors import PageStatsToolError, as_content
from langchain_page_stats.options import PageStatsOptions

Answer = tuple[str, dict[str, Any]]


def _show_arguments(function: Callable[..., Any], *first: str) -> None:
    """Set the signature of *function* to the names in *first*, followed by the contract's parameters.

    Hosts read this signature. The function still accepts any arguments.
    """
    names = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in first]
    names += [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None) for name in PageStatsInput.model_fields]
    function.__signature__ = Signature([*names, Parameter("unknown", Parameter.VAR_KEYWORD)])  # type: ignore[attr-defined]


class PageStatsTool(PageStatsOptions, BaseTool):
    """The tool for LangChain; the README of the package has examples.

    ``invoke`` with arguments returns the result as JSON text (§13). ``invoke`` with a tool call returns a
    ``ToolMessage``. The content of the message is the same JSON, and its artifact is the result as a dict.

    A failure is passed to the model as JSON (§14), with status ``error``. With ``handle_tool_error=False``, a failure
    raises ``PageStatsToolError`` instead. This option does not apply to arguments that violate the schema:
    ``handle_validation_error`` handles them and, by default, passes the failure to the model.

    Raises ``ValueError`` for an unknown option or an invalid value (§2), at construction and at assignment.
    """

    model_config = ConfigDict(
        extra="forbid",
        validate_assignment=True,
        validate_default=True,  # also checks defaults from the environment and from subclasses
        hide_input_in_errors=True,  # an error message must not contain a proxy's password
    )

    name: str = TOOL_NAME
    description: str = TOOL_DESCRIPTION
    args_schema: Annotated[ArgsSchema | None, SkipValidation()] = PageStatsArguments
    response_format: Literal["content_and_artifact"] = "content_and_artifact"
    # With LangChain's default, False, a failure would end the agent run.
    handle_tool_error: bool | str | Callable[[ToolException], Any] | None = True
    handle_validation_error: bool | str | Callable[[Any], str] | None = refused

    @field_validator(*PageStatsConfig.model_fields, mode="before")
    @classmethod
    def _check(cls, value: Any, info: ValidationInfo) -> Any:
        """Validate the value of one option with the contract. None means the default."""
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

    def _run(self, *values: Any, **named: Any) -> Answer:
        return _answer(page_stats_payload(_arguments(values, named), self._config))

    async def _arun(self, *values: Any, **named: Any) -> Answer:
        return _answer(await apage_stats_payload(_arguments(values, named), self._config))

    # Some hosts call _run and _arun directly, with the parameter names in their signatures.
    _show_arguments(_run, "self")
    _show_arguments(_arun, "self")


def page_stats_tool(**options: Any) -> StructuredTool:
    """Return the tool as a ``StructuredTool``, for hosts that call a tool's function directly.

    Such hosts show the function's return value, so the function returns only the contract's JSON, without an artifact.
    The function raises ``PageStatsToolError`` if the call fails. *options* are the options of ``PageStatsTool``.
    """
    tool = PageStatsTool(**options)

    def page_stats(*values: Any, **named: Any) -> str:
        return tool._run(*values, **named)[0]

    async def apage_stats(*values: Any, **named: Any) -> str:
        return (await tool._arun(*values, **named))[0]

    _show_arguments(page_stats)
    _show_arguments(apage_stats)
    shared = {name: getattr(tool, name) for name in BaseTool.model_fields} | {"response_format": "content"}
    return StructuredTool(func=page_stats, coroutine=apage_stats, **shared)


def _arguments(values: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    return {**dict(zip(PageStatsInput.model_fields, values, strict=False)), **named}


def _answer(payload: dict[str, Any]) -> Answer:
    """Return *payload* as content and artifact; raise ``PageStatsToolError`` if it is a failure."""
    if not payload["ok"]:
        raise PageStatsToolError(payload)
    return as_content(payload), payload
