"""Results as JSON, one object per line or one array. Pure ASCII, so safe to show on any terminal."""

from __future__ import annotations

import json
import re

from page_stats_core.command.formats import Format
from page_stats_core.command.run import Payload

_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(url: str, payload: Payload) -> str:
    """Return the JSON object of one result, ``url`` first, also for failures."""
    # JSON exchanged between programs cannot contain lone surrogates (RFC 8259, section 8.2).
    return json.dumps({"url": _SURROGATE.sub("\ufffd", url), **payload})


class Lines(Format):
    """JSON lines: one object per line."""

    def row(self, url: str, payload: Payload) -> str:
        """Return the result as one line."""
        return to_json(url, payload) + "\n"


class Array(Format):
    """One JSON array with one result per line; it stays valid if the run is interrupted."""

    def __init__(self) -> None:
        self._separator = "\n"

    def begin(self) -> str:
        """Return the opening bracket."""
        return "["

    def row(self, url: str, payload: Payload) -> str:
        """Return one element, preceded by its separator."""
        separator, self._separator = self._separator, ",\n"
        return separator + to_json(url, payload)

    def end(self) -> str:
        """Return the closing bracket."""
        return "\n]\n"
