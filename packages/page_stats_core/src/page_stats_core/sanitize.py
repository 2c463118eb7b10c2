"""Sanitize untrusted text before it appears in a result or a failure (§12)."""

from __future__ import annotations

import re
from typing import Final

# Only the first code points of a text are looked at, because a text can be as long as a page.
LOOKED_AT: Final = 4_096

_SURROGATE = re.compile("[\ud800-\udfff]")
# Control characters other than white space, bidi control characters, and characters that no reader sees (§12.1).
_REMOVED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e"
    "\xad\u034f\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a]"
)
_WHITE_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")

# Invisible characters that some scripts and emoji need (§12.3).
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0000-\U000e0fff"
_MONGOLIAN = "\u180b-\u180f"
_FILLERS = "\u115f\u1160"
_INVISIBLE = _JOINERS + _SELECTORS + _MONGOLIAN + _FILLERS

_EMOJI = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d"
    "\u3297\u3299\U0001f000-\U0001faff"
)
_LETTERS = (
    "A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u115e\u1161-\u180a\u1810-\u1fff\u20d0-\u20ff\u2c00-\u2dff\u3040-\ud7ff"
    "\uf900-\ufdff\ufe20-\ufe2f\ufe70-\ufefe\U00010000-\U0001efff\U00020000-\U0003ffff"
)
_IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MONGOLIAN_LETTERS = "\u1820-\u18aa"
_JAMO = "\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7ff"


def _next_to(letters: str, marks: str) -> str:
    return f"(?<=[{letters}])[{marks}]|(?<![{marks}])[{marks}](?=[{letters}])"


_MISPLACED = re.compile(
    f"((?<=[0-9#*{_EMOJI}])[\ufe0e\ufe0f]|(?<=[{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]"
    f"|{_next_to(_MONGOLIAN_LETTERS, _MONGOLIAN)}|{_next_to(_JAMO, _FILLERS)}"
    f"|(?<=\U0001f3f4)[\U000e0020-\U000e007e]{{1,6}}\U000e007f)|[{_SELECTORS}{_MONGOLIAN}{_FILLERS}]"
)
_MISPLACED_JOINER = re.compile(f"((?<=[{_LETTERS}{_EMOJI}\ufe0f{_MONGOLIAN}])[{_JOINERS}])|[{_JOINERS}]")
_INVISIBLE_END = re.compile(f"[{_INVISIBLE}]+\\Z")


def clean(text: str, limit: int) -> str:
    """Return *text* as one safe line of at most *limit* code points (§12)."""
    text = _REMOVED.sub("", _SURROGATE.sub("\ufffd", text[:LOOKED_AT]))
    text = _MISPLACED_JOINER.sub(r"\1", _MISPLACED.sub(r"\1", text))
    line = _WHITE_SPACE.sub(" ", text).strip(" ")
    return line if len(line) <= limit else _INVISIBLE_END.sub("", line[: limit - 1]) + "…"
