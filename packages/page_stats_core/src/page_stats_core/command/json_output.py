"""Results as JSON, one object per line or one array. The text is pure ASCII, so it is safe on any terminal."""

from __future__ import annotations

import json
import re

from page_stats_core.command.formats import Format
from page_stats_core.command.pipeline import Payload
from page_stats_core.contract import SUBJECT

_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(subject: str, payload: Payload) -> str:
    """Return one result, a success or a failure, as a JSON object that begins with the subject."""
    # JSON exchanged between programs cannot contain lone surrogates (RFC 8259, section 8.2).
    return json.dumps({SUBJECT: _SURROGATE.sub("\ufffd", subject), **payload})


class Lines(Format):
    """JSON lines: one object per line."""

    def row(self, subject: str, payload: Payload) -> str:
        """Return the result as one line."""
        return to_json(subject, payload) + "\n"


class Array(Format):
    """One JSON array with one result per line. The JSON is valid even if the run is interrupted."""

    def __init__(self) -> None:
        self._separator = "\n"

    def begin(self) -> str:
        """Return the opening bracket."""
        return "["

    def row(self, subject: str, payload: Payload) -> str:
        """Return one element, preceded by its separator."""
        separator, self._separator = self._separator, ",\n"
        return separator + to_json(subject, payload)

    def end(self) -> str:
        """Return the closing bracket."""
        return "\n]\n"
