"""The arguments of ``page_stats``: a URL and a time limit (§1.4-1.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from page_stats_core.coerce import as_str
from page_stats_core.contract import PageStatsInput, fail
from page_stats_core.deadline import read_timeout
from page_stats_core.page.urls import Url, parse_input


@dataclass(frozen=True, slots=True)
class Request:
    """The checked arguments and the parsed URL."""

    input: PageStatsInput
    url: Url


def read_request(given: Mapping[str, Any]) -> Request:
    """Return the request for the arguments in *given*; raise ``invalid_url`` or ``invalid_parameter`` (§1, §3)."""
    url = _read_url(given.get("url", ""))
    parsed = parse_input(url)
    return Request(PageStatsInput(url=url, timeout_seconds=read_timeout(given.get("timeout_seconds", ""))), parsed)


def _read_url(value: object) -> str:
    """Return the URL as a string; raise ``invalid_url`` if it is absent, not a string, or empty (§1.4)."""
    url = as_str(value)
    if url is None:
        raise fail("url.type")
    if not url:
        raise fail("url.absent")
    return url
