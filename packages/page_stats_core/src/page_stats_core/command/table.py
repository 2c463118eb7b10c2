"""Results as a table for people: one line per page, with the reason below a page that failed.

Column widths are fixed at the start, so rows can be shown as they arrive.
"""

from __future__ import annotations

import textwrap
import unicodedata
from typing import Final

from page_stats_core.command.formats import Format
from page_stats_core.command.run import Payload

_STATUS: Final = 6
_WORDS: Final = 10
_GAP: Final = "  "
_NARROWEST: Final = 60

# Unicode general categories (marks, format characters) and East Asian widths (UAX #11).
_JOINING: Final = frozenset({"Mn", "Me", "Cf"})
_WIDE: Final = frozenset({"W", "F"})

_BOLD, _DIM, _RED, _GREEN, _YELLOW = "1", "2", "31", "32", "33"


class Table(Format):
    """A table for a terminal of *width* columns, with or without colours."""

    def __init__(self, width: int, *, colours: bool) -> None:
        self._width = max(width, _NARROWEST)
        rest = self._width - _STATUS - _WORDS - 3 * len(_GAP)
        self._title = rest // 2
        self._url = rest - self._title
        self._colours = colours

    def begin(self) -> str:
        """Return the header line."""
        return self._paint(_BOLD, self._line(fit("STATUS", _STATUS), "WORDS", "TITLE", "URL")) + "\n"

    def row(self, url: str, payload: Payload) -> str:
        """Return one line for a page, or several for a failure."""
        return self._success(url, payload) if payload["ok"] else self._failure(url, payload)

    def _success(self, url: str, payload: Payload) -> str:
        status = self._paint(_GREEN, fit(str(payload["status"]), _STATUS))
        words = f"{payload['word_count']:,}{'+' if payload['truncated'] else ''}"
        return self._line(status, words, payload["title"] or "-", escape(url)) + "\n"

    def _failure(self, url: str, payload: Payload) -> str:
        """Show the failure in the columns of status, words and title, with its message below."""
        label = f"{payload['error_code']} {payload.get('reason') or payload.get('status') or ''}"
        width = self._width - self._url - len(_GAP)
        colour = _YELLOW if payload["retryable"] else _RED
        first = self._paint(colour, fit(label, width)) + _GAP + fit(escape(url), self._url).rstrip()
        why = textwrap.wrap(payload["message"], self._width - len(_GAP))
        return "".join(line + "\n" for line in [first, *(_GAP + self._paint(_DIM, line) for line in why)])

    def _line(self, status: str, words: str, title: str, url: str) -> str:
        columns = (status, words.rjust(_WORDS), fit(title, self._title), fit(url, self._url).rstrip())
        return _GAP.join(columns)

    def _paint(self, colour: str, text: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._colours else text


def escape(text: str) -> str:
    """Return *text* with invisible characters escaped: controls, bidi controls and surrogates."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def fit(text: str, width: int) -> str:
    """Return *text* in exactly *width* columns, padded with spaces or cut with "…"."""
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
