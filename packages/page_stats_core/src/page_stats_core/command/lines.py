"""Results as JSON: one object a line, or one array. ASCII alone, so that it is harmless wherever it is shown."""

from __future__ import annotations

import json
import re

from page_stats_core.command.formats import Format
from page_stats_core.command.run import Payload

_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(url: str, payload: Payload) -> str:
    """Return the object of one result, ``url`` first, failures included."""
    # A lone surrogate is no text that JSON can carry between programs (RFC 8259, section 8.2).
    return json.dumps({"url": _SURROGATE.sub("\ufffd", url), **payload})


class Lines(Format):
    """JSON lines."""

    def row(self, url: str, payload: Payload) -> str:
        """Return one line."""
        return to_json(url, payload) + "\n"


class Array(Format):
    """One JSON array, a result a line, which is valid wherever it is ended."""

    def __init__(self) -> None:
        self._separator = "\n"

    def begin(self) -> str:
        """Open the array."""
        return "["

    def row(self, url: str, payload: Payload) -> str:
        """Return one element, after what separates it from the one before."""
        separator, self._separator = self._separator, ",\n"
        return separator + to_json(url, payload)

    def end(self) -> str:
        """Close the array."""
        return "\n]\n"
