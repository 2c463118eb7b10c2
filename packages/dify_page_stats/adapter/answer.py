"""Call the core with Dify's input and convert the result to Dify messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from page_stats_core import PageStatsFailure, page_stats_payload
from page_stats_core.contract import INTERNAL_ERROR_MESSAGE

from adapter.credentials import configuration
from adapter.texts import ON_FAILURE, OUTPUTS


class PageStatsToolError(Exception):
    """A failure, raised if the operator wants the node to fail; Dify shows the name of this class."""

    def __init__(self, payload: Mapping[str, Any]) -> None:
        super().__init__(told(payload))


class PageStatsFaultError(Exception):
    """An internal error. Its text is fixed, because the cause may contain secrets."""

    def __init__(self) -> None:
        super().__init__(INTERNAL_ERROR_MESSAGE)


def look(parameters: Mapping[str, Any], credentials: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contract's payload for *parameters*, with *credentials* as the configuration.

    Raises ``PageStatsToolError`` for a failure if ``on_failure`` is ``raise``, and otherwise only
    ``PageStatsFaultError``.
    """
    try:
        payload, raises = _look(dict(parameters), credentials)
    except Exception:  # only internal errors get here
        raise PageStatsFaultError from None
    if raises and not payload["ok"]:
        raise PageStatsToolError(payload)
    return payload


def _look(parameters: dict[str, Any], credentials: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the payload and whether to raise a failure; ``on_failure`` is unknown to the core."""
    on_failure = parameters.pop("on_failure", None)
    if on_failure not in (None, "", *ON_FAILURE):
        return _unknown_on_failure(), False
    return page_stats_payload(parameters, configuration(credentials)), on_failure == "raise"


def _unknown_on_failure() -> dict[str, Any]:
    """Return a failure in the contract's form for a wrong ``on_failure``, which only Dify has."""
    return PageStatsFailure(
        error_code="invalid_parameter",
        message=f"on_failure is neither {' nor '.join(ON_FAILURE)}.",
        retryable=False,
        parameter="on_failure",
    ).payload()


def variables(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every variable of the output schema; Dify accepts no null, so absent ones are empty."""
    return {name: empty if payload.get(name) is None else payload[name] for name, empty in OUTPUTS.items()}


def told(payload: Mapping[str, Any]) -> str:
    """Return the payload as one line of text."""
    if not payload["ok"]:
        return f"{payload['error_code']}: {payload['message']}"
    more, words = "more than " if payload["truncated"] else "", payload["word_count"]
    return f"{payload['title'] or '(no title)'} ({more}{words:,} word{'' if words == 1 else 's'})"
