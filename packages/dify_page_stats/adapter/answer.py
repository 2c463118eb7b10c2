"""Call the core with Dify's input and convert the result to Dify messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from page_stats_core import PageStatsFailure, page_stats_payload
from page_stats_core.contract import INTERNAL_ERROR_MESSAGE

from adapter.credentials import configuration
from adapter.summary import summary
from adapter.texts import ON_FAILURE, OUTPUTS


class PageStatsToolError(Exception):
    """Raised for a failed call if ``on_failure`` is ``raise``. Dify shows the name of this class."""

    def __init__(self, payload: Mapping[str, Any]) -> None:
        super().__init__(summary(payload))


class PageStatsFaultError(Exception):
    """An internal error. Its message is fixed because the original exception may contain secrets."""

    def __init__(self) -> None:
        super().__init__(INTERNAL_ERROR_MESSAGE)


def call(parameters: Mapping[str, Any], credentials: Mapping[str, Any]) -> dict[str, Any]:
    """Call the tool and return its result as a dict. *credentials* contain the configuration.

    Raises ``PageStatsToolError`` if the call fails and ``on_failure`` is ``raise``, and ``PageStatsFaultError`` for an
    internal error.
    """
    try:
        payload, raises = _call(dict(parameters), credentials)
    except Exception:  # a failed call does not raise, so this is an internal error
        raise PageStatsFaultError from None
    if raises and not payload["ok"]:
        raise PageStatsToolError(payload)
    return payload


def _call(parameters: dict[str, Any], credentials: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the payload, and whether to raise a failure. Remove ``on_failure`` from *parameters* for the core."""
    on_failure = parameters.pop("on_failure", None)
    if on_failure not in (None, "", *ON_FAILURE):
        return _unknown_on_failure(), False
    return page_stats_payload(parameters, configuration(credentials)), on_failure == "raise"


def _unknown_on_failure() -> dict[str, Any]:
    """Return the failure for an invalid ``on_failure``, a parameter that only the Dify plugin has."""
    return PageStatsFailure(
        error_code="invalid_parameter",
        message=f"on_failure must be {' or '.join(ON_FAILURE)}.",
        retryable=False,
        parameter="on_failure",
    ).payload()


def variables(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every variable of the output schema.

    Dify does not accept null, so a variable that *payload* lacks gets an empty value of its type.
    """
    return {name: empty if payload.get(name) is None else payload[name] for name, empty in OUTPUTS.items()}
