"""Validate the arguments of LangChain's calls with the core's checks.

LangChain's default validation would accept ``true`` as a timeout of 1 second, reject null, and drop unknown arguments.
"""

from __future__ import annotations

from typing import Any, Self

from page_stats_core.arguments import accept
from page_stats_core.coerce import as_mapping, as_str
from page_stats_core.contract import SUBJECT, PageStatsError, PageStatsFailure, PageStatsInput
from pydantic import ConfigDict, ValidationError, model_validator
from pydantic.functional_validators import ModelWrapValidatorHandler
from pydantic_core import PydanticCustomError

from langchain_page_stats.errors import as_content

FAILURE = "page_stats_failure"


class PageStatsArguments(PageStatsInput):
    """The arguments of a call (§1)."""

    model_config = ConfigDict(hide_input_in_errors=True)  # an error message must not contain secrets from the arguments

    # An unknown argument, a value of the wrong type and an invalid timeout_seconds violate the schema, so LangChain
    # handles them as validation errors. The schema cannot express the other rules (§3). Arguments that violate only
    # these other rules are accepted here, and the tool returns the failure.

    @model_validator(mode="wrap")
    @classmethod
    def _as_the_contract_says(cls, arguments: Any, build: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return build(accept(arguments).input.model_dump())
        except PageStatsError as error:
            failure = error.failure
        subject = as_str(as_mapping(arguments).get(SUBJECT))
        if failure.parameter is None and subject is not None:
            return build({SUBJECT: subject})
        raise _refusal(failure)


def refused(error: ValidationError) -> str:
    """Return the message that the model receives for rejected arguments: the contract's failure as JSON.

    Raises *error* itself if it was not raised by ``PageStatsArguments``.
    """
    fault = error.errors()[0]
    if fault["type"] != FAILURE:
        raise error
    return as_content(fault["ctx"]["failure"])


def _refusal(failure: PageStatsFailure) -> ValidationError:
    """Return *failure* as a validation error, without the value of the argument.

    The error's location is always the name of an argument, because LangChain's ``ToolNode`` ignores errors without a
    location, and the model would not learn the cause.
    """
    fault = PydanticCustomError(FAILURE, "{message}", {"message": failure.message, "failure": failure.payload()})
    place = SUBJECT if failure.parameter is None else failure.parameter
    return ValidationError.from_exception_data(FAILURE, [{"type": fault, "loc": (place,), "input": None}])
