"""Validate arguments for LangChain with the contract's schema and the core's checks.

LangChain by default would read ``true`` as 1 second, reject null, and drop unknown names.
"""

from __future__ import annotations

from typing import Any, Self

from page_stats_core.arguments import accept
from page_stats_core.coerce import as_mapping, as_str
from page_stats_core.contract import PageStatsError, PageStatsFailure, PageStatsInput
from pydantic import ConfigDict, ValidationError, model_validator
from pydantic.functional_validators import ModelWrapValidatorHandler
from pydantic_core import PydanticCustomError

from langchain_page_stats.errors import as_content

FAILURE = "page_stats_failure"


class PageStatsArguments(PageStatsInput):
    """What an agent may ask for (§1)."""

    model_config = ConfigDict(hide_input_in_errors=True)  # an error must not repeat a password in a URL

    # To LangChain, a violation of the schema is a validation error: an unknown name, a url that is not a string, a
    # wrong timeout_seconds. The schema cannot express the other rules for URLs (§3); those failures come from the tool.

    @model_validator(mode="wrap")
    @classmethod
    def _as_the_contract_says(cls, arguments: Any, build: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return build(accept(arguments).input.model_dump())
        except PageStatsError as error:
            failure = error.failure
        url = as_str(as_mapping(arguments).get("url"))
        if failure.error_code == "invalid_url" and url is not None:
            return build({"url": url})
        raise _refusal(failure)


def refused(error: ValidationError) -> str:
    """Return the contract's failure as JSON, the message that the model receives for rejected arguments.

    Raises *error* itself if it does not come from ``PageStatsArguments``.
    """
    fault = error.errors()[0]
    if fault["type"] != FAILURE:
        raise error
    return as_content(fault["ctx"]["failure"])


def _refusal(failure: PageStatsFailure) -> ValidationError:
    """Return the validation error for one argument, without its value.

    LangChain's ``ToolNode`` ignores errors without a location, and the model would not learn the cause.
    """
    fault = PydanticCustomError(FAILURE, "{message}", {"message": failure.message, "failure": failure.payload()})
    place = "url" if failure.parameter is None else failure.parameter
    return ValidationError.from_exception_data(FAILURE, [{"type": fault, "loc": (place,), "input": None}])
