"""Sanitize untrusted text before it appears in a result or a failure (§12)."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
# Control characters other than white space, and bidi control characters.
_REMOVED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_WHITE_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


_SLICE = 65_536  # code points to process at a time, because a text can be as long as a page


def clean(text: str, limit: int) -> str:
    """Return *text* as one safe line of at most *limit* code points (§12.1, §12.2)."""
    line = ""
    for start in range(0, len(text), _SLICE):
        piece = _REMOVED.sub("", _SURROGATE.sub("\ufffd", text[start : start + _SLICE]))
        line = _WHITE_SPACE.sub(" ", line + piece).lstrip(" ")
        if len(line) > limit + 1:  # too long even if it ends with a space
            break
    line = line.rstrip(" ")
    return line if len(line) <= limit else line[: limit - 1] + "…"
