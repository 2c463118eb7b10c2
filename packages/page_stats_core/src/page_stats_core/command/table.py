"""Results as a table for people. A success takes one line. The first line of a failure is followed by its message.

Column widths are fixed at the start, so each row can be shown as soon as its result is available.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Final

from page_stats_core.command.formats import Format
from page_stats_core.command.pipeline import Payload
from page_stats_core.page.command import COLUMNS, METAVAR

_GAP: Final = "  "
_NARROWEST: Final = 60

# General categories of characters without width (marks, format characters), and the East Asian widths of characters
# that take two columns (UAX #11).
_JOINING: Final = frozenset({"Mn", "Me", "Cf"})
_WIDE: Final = frozenset({"W", "F"})

_BOLD, _DIM, _RED, _GREEN, _YELLOW = "1", "2", "31", "32", "33"


class Table(Format):
    """A table for a terminal of *width* columns, with or without colours."""

    def __init__(self, width: int, *, colours: bool) -> None:
        self._width = max(width, _NARROWEST)
        rest = self._width - sum(column.width or 0 for column in COLUMNS) - len(COLUMNS) * len(_GAP)
        self._flexible = rest // 2
        self._subject = rest - self._flexible
        self._colours = colours

    def begin(self) -> str:
        """Return the header line."""
        return self._paint(_BOLD, self._line([column.heading for column in COLUMNS], METAVAR)) + "\n"

    def row(self, subject: str, payload: Payload) -> str:
        """Return one line for a success, or several for a failure."""
        return self._success(subject, payload) if payload["ok"] else self._failure(subject, payload)

    def _success(self, subject: str, payload: Payload) -> str:
        return self._line([column.text(payload) for column in COLUMNS], escape(subject), painted=True) + "\n"

    def _failure(self, subject: str, payload: Payload) -> str:
        """Return a line with the error code and the subject, followed by the lines of the message."""
        label = f"{payload['error_code']} {payload.get('reason') or payload.get('status') or ''}"
        width = self._width - self._subject - len(_GAP)
        colour = _YELLOW if payload["retryable"] else _RED
        first = self._paint(colour, fit(label, width)) + _GAP + fit(escape(subject), self._subject).rstrip()
        why = textwrap.wrap(payload["message"], self._width - len(_GAP))
        return "".join(line + "\n" for line in [first, *(_GAP + self._paint(_DIM, line) for line in why)])

    def _line(self, texts: Sequence[str], subject: str, *, painted: bool = False) -> str:
        cells = []
        for column, text in zip(COLUMNS, texts, strict=True):
            width = column.width or self._flexible
            cell = text.rjust(width) if column.right else fit(text, width)
            cells.append(self._paint(_GREEN, cell) if painted and column.is_good else cell)
        return _GAP.join([*cells, fit(subject, self._subject).rstrip()])

    def _paint(self, colour: str, text: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._colours else text


def escape(text: str) -> str:
    """Return *text* with invisible characters escaped: control characters, bidi control characters and surrogates."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def fit(text: str, width: int) -> str:
    """Return *text* in exactly *width* columns: padded with spaces, or cut and ended with "…"."""
    columns = sum(map(_columns, text))
    if columns <= width:
        return text + " " * (width - columns)
    columns = 0
    for index, character in enumerate(text):
        columns += _columns(character)
        if columns >= width:
            return text[:index] + "…" + " " * (width - 1 - columns + _columns(character))
    raise AssertionError("wider than its characters")


def _columns(character: str) -> int:
    """Return the terminal columns of *character*: 2 if wide, 0 if combining, else 1."""
    if unicodedata.category(character) in _JOINING or "\u1160" <= character <= "\u11ff":  # Hangul vowels and finals
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
