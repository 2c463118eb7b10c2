"""The contract, as other modules import it. ``page.tool``, ``page.failures`` and ``page.models`` declare most of it.

This module adds the exception, and the functions that create failures and configurations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from page_stats_core.coerce import as_mapping
from page_stats_core.page.failures import (
    ADDS,
    FAULTS,
    INTERNAL_ERROR_MESSAGE,
    UNTRUSTED_TEXT,
    ErrorCode,
    PageStatsFailure,
    is_retryable,
)
from page_stats_core.page.models import PageStats, PageStatsConfig, PageStatsInput
from page_stats_core.page.tool import SUBJECT, TOOL_DESCRIPTION, TOOL_NAME, TOOL_TITLE
from page_stats_core.sanitize import clean

__all__ = [
    "ADDS",
    "FAULTS",
    "INTERNAL_ERROR_MESSAGE",
    "SUBJECT",
    "TOOL_DESCRIPTION",
    "TOOL_NAME",
    "TOOL_TITLE",
    "ErrorCode",
    "PageStats",
    "PageStatsConfig",
    "PageStatsError",
    "PageStatsFailure",
    "PageStatsInput",
    "config_from",
    "fail",
]


class PageStatsError(Exception):
    """The only exception that the public API raises for a failed call. ``failure`` says why the call failed (§14)."""

    def __init__(self, failure: PageStatsFailure) -> None:
        super().__init__(failure.message)
        self.failure = failure

    def __reduce__(self) -> tuple[type[PageStatsError], tuple[PageStatsFailure]]:
        return type(self), (self.failure,)


def fail(name: str, **details: Any) -> PageStatsError:
    """Return the exception for a kind of failure; *name* is its key in ``FAULTS``.

    *details* contains the fields that the error code adds to the failure, and the values for the message template.
    Untrusted text in *details* is sanitised (§12).
    """
    fault = FAULTS[name]
    for key, limit in UNTRUSTED_TEXT.items():
        if details.get(key) is not None:
            details[key] = clean(details[key], limit)
    fields = {key: value for key, value in details.items() if key in PageStatsFailure.model_fields}
    if fault.reason:
        fields["reason"] = fault.reason
    return PageStatsError(
        PageStatsFailure.model_validate(
            {
                "error_code": fault.code,
                "message": fault.message.format_map(details),
                "retryable": is_retryable(fault, details),
                **fields,
            }
        )
    )


def config_from(values: Mapping[str, object]) -> PageStatsConfig:
    """Validate *values* and return them as a configuration (§2.2).

    Raises ``PageStatsError`` (``invalid_parameter``) that names the first invalid key.
    """
    given = as_mapping(values)
    unknown = given.keys() - PageStatsConfig.model_fields.keys()
    if unknown:
        raise fail("config.unknown", parameter=min(unknown))
    try:
        return PageStatsConfig.model_validate(given)
    except ValidationError as error:
        wrong = {
            fault["loc"][0] for fault in error.errors(include_url=False, include_context=False, include_input=False)
        }
    key = next(key for key in PageStatsConfig.model_fields if key in wrong)
    raise fail(f"config.{key}", parameter=key)
