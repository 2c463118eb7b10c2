"""Possessive groups in regular expressions, for every supported Python version."""

from __future__ import annotations

import sys
from typing import Final

# Before Python 3.11.5 a possessive group can match too much (CPython issues 100061 and 106052). An atomic group around
# a greedy one means the same and does not.
_POSSESSIVE: Final = sys.version_info >= (3, 11, 5)


def possessive(text: str, repeated: str = "*", *, native: bool = _POSSESSIVE) -> str:
    """Return a pattern that matches *text* repeatedly (at most once if *repeated* is ``?``) without backtracking.

    *native* allows a possessive group, which is faster.
    """
    return f"(?:{text}){repeated}+" if native else f"(?>(?:{text}){repeated})"
