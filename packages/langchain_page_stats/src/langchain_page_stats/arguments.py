"""The arguments as LangChain checks them: its schema is the contract's, and so is what it accepts.

Left to itself, LangChain would read ``true`` as 1 second, refuse null, and drop names that it does not know.
"""

from __future__ import annotations

from typing import Any, Self

from page_stats_core.arguments import accept
from page_stats_core.contract import PageStatsError, PageStatsFailure, PageStatsInput
from page_stats_core.plain import plain_mapping, plain_str
from pydantic import ConfigDict, ValidationError, model_validator
from pydantic.functional_validators import ModelWrapValidatorHandler
from pydantic_core import PydanticCustomError

from langchain_page_stats.errors import as_content

FAILURE = "page_stats_failure"


class PageStatsArguments(PageStatsInput):
    """The arguments of a call (§1)."""

    model_config = ConfigDict(hide_input_in_errors=True)  # a password in a URL must not reappear

    # To LangChain, what the schema rules out is a validation error: an unknown name, a url that is no string, a wrong
    # timeout_seconds. What else is asked of a URL (§3) no schema says; that failure is the tool's.

    @model_validator(mode="wrap")
    @classmethod
    def _as_the_contract_says(cls, arguments: Any, build: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return build(accept(arguments).input.model_dump())
        except PageStatsError as error:
            failure = error.failure
        url = plain_str(plain_mapping(arguments).get("url"))
        if failure.error_code == "invalid_url" and url is not None:
            return build({"url": url})
        raise _refusal(failure)


def refused(error: ValidationError) -> str:
    """Return what the model is told of arguments that were refused: the contract's failure as JSON.

    Raises *error* itself if it comes from elsewhere than ``PageStatsArguments``.
    """
    fault = error.errors()[0]
    if fault["type"] != FAILURE:
        raise error
    return as_content(fault["ctx"]["failure"])


def _refusal(failure: PageStatsFailure) -> ValidationError:
    """Return the error that blames the one argument, without its value.

    LangChain's ``ToolNode`` passes over errors that have no place, and then tells the model of no cause at all.
    """
    fault = PydanticCustomError(FAILURE, "{message}", {"message": failure.message, "failure": failure.payload()})
    place = "url" if failure.parameter is None else failure.parameter
    return ValidationError.from_exception_data(FAILURE, [{"type": fault, "loc": (place,), "input": None}])
