"""Check a call's arguments and return a request, or fail with the first error (§1).

Some host entry points check arguments and others do not, so every call is checked here and any input is expected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from page_stats_core.coerce import as_int, as_mapping, as_str
from page_stats_core.contract import TIMEOUT_DEFAULT, TIMEOUT_MAX, PageStatsInput, fail
from page_stats_core.page.urls import Url, parse_input

_SECONDS = re.compile(r"([0-9]{1,3})(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class Request:
    """The checked arguments and the parsed URL."""

    input: PageStatsInput
    url: Url


def accept(arguments: object) -> Request:
    """Return the request for *arguments*; anything that is not a mapping counts as no arguments.

    Raises ``PageStatsError`` (``invalid_parameter`` or ``invalid_url``, §1, §3) and nothing else.
    """
    given = as_mapping(arguments)
    unknown = given.keys() - PageStatsInput.model_fields.keys()
    if unknown:
        raise fail("parameter.unknown", parameter=min(unknown))
    url = _read_url(given.get("url", ""))
    parsed = parse_input(url)
    timeout_seconds = _read_timeout(given.get("timeout_seconds", ""))
    return Request(PageStatsInput(url=url, timeout_seconds=timeout_seconds), parsed)


def _read_url(value: object) -> str:
    """Apply §1.4."""
    url = as_str(value)
    if url is None:
        raise fail("url.type")
    if not url:
        raise fail("url.absent")
    return url


def _read_timeout(value: object) -> int:
    """Apply §1.5 and §1.6."""
    text = as_str(value)
    if text == "":
        return TIMEOUT_DEFAULT
    if text is None:
        seconds = as_int(value)
    else:
        digits = _SECONDS.fullmatch(text)
        seconds = int(digits[1]) if digits else None
    if seconds is None or not 1 <= seconds <= TIMEOUT_MAX:
        raise fail("timeout_seconds", parameter="timeout_seconds")
    return seconds
