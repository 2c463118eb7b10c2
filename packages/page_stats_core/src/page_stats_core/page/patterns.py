"""Possessive groups (which never backtrack) in regular expressions, for every supported Python version."""

from __future__ import annotations

import sys
from typing import Final

# Before Python 3.11.5 a possessive group can match too much (CPython issues 100061 and 106052). An atomic group around
# a greedy group has the same meaning, without this bug.
_POSSESSIVE: Final = sys.version_info >= (3, 11, 5)


def possessive(text: str, repeated: str = "*", *, native: bool = _POSSESSIVE) -> str:
    """Return a pattern that matches the pattern *text* repeatedly, without backtracking.

    *repeated* is the quantifier: ``*``, or ``?`` to match at most once. *native* selects a possessive group, which is
    faster than an atomic group.
    """
    return f"(?:{text}){repeated}+" if native else f"(?>(?:{text}){repeated})"
