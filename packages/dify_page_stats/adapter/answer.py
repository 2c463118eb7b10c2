"""One call: what Dify hands over goes to the core, and how the answer is told to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from page_stats_core import PageStatsFailure, page_stats_payload

from adapter.credentials import configuration
from adapter.texts import ON_FAILURE, OUTPUTS


class PageStatsToolError(Exception):
    """There is no answer, and the operator wants the node to fail; Dify shows the name of this class."""

    def __init__(self, payload: Mapping[str, Any]) -> None:
        super().__init__(told(payload))


class PageStatsFaultError(Exception):
    """A fault of our own. Its text is fixed: what went wrong might hold what nobody should read."""

    def __init__(self) -> None:
        super().__init__("page_stats failed with an internal error: please report it, and include the URL.")


def look(parameters: Mapping[str, Any], credentials: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contract's payload.

    Raises ``PageStatsToolError`` for a failure if ``on_failure`` is ``raise``, else ``PageStatsFaultError`` alone.
    """
    try:
        payload, raises = _look(dict(parameters), credentials)
    except Exception:  # whatever it is, it is ours
        raise PageStatsFaultError from None
    if raises and not payload["ok"]:
        raise PageStatsToolError(payload)
    return payload


def _look(parameters: dict[str, Any], credentials: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the payload, and whether a failure is to be raised; the core knows nothing of ``on_failure``."""
    on_failure = parameters.pop("on_failure", None)
    if on_failure not in (None, "", *ON_FAILURE):
        return _unknown_on_failure(), False
    return page_stats_payload(parameters, configuration(credentials)), on_failure == "raise"


def _unknown_on_failure() -> dict[str, Any]:
    """Return a failure of the contract's form in words of this host, which alone knows the parameter."""
    return PageStatsFailure(
        error_code="invalid_parameter",
        message=f"on_failure must be {' or '.join(ON_FAILURE)}.",
        retryable=False,
        parameter="on_failure",
    ).payload()


def variables(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return every variable of the output schema; Dify takes no null, so what does not apply is empty."""
    return {name: empty if payload.get(name) is None else payload[name] for name, empty in OUTPUTS.items()}


def told(payload: Mapping[str, Any]) -> str:
    """Return the answer in one line."""
    if not payload["ok"]:
        return f"{payload['error_code']}: {payload['message']}"
    more, words = "more than " if payload["truncated"] else "", payload["word_count"]
    return f"{payload['title'] or '(no title)'} ({more}{words:,} word{'' if words == 1 else 's'})"
