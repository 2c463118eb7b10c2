"""What patterns repeat, and give nothing of it back: a possessive group, on each Python that we support."""

from __future__ import annotations

import sys
from typing import Final

# Python before 3.11.5 lets such a group match too much (its issues 100061 and 106052), but not what equals it.
_POSSESSIVE: Final = sys.version_info >= (3, 11, 5)


def possessive(text: str, repeated: str = "*", *, native: bool = _POSSESSIVE) -> str:
    """Return the pattern of as many *text* as there are (one at most if *repeated* is ``?``).

    *native*: it may be a possessive group, which is faster.
    """
    return f"(?:{text}){repeated}+" if native else f"(?>(?:{text}){repeated})"
