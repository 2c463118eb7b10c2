"""The stack of open svg and math elements (§8). What their text and tags count for is decided elsewhere."""

from __future__ import annotations

from array import array
from typing import Final

from page_stats_core.parse.attributes import breaks_out, is_html_annotation
from page_stats_core.parse.elements import BREAKOUT, MATH_POINT_EXCEPTIONS, MATH_POINTS, SILENT, SVG_POINTS, Memo
from page_stats_core.parse.names import Numbers, Tally

# What an open element is: of which namespace (svg without the flag), whether an integration point, in which start tags
# are HTML but for some in those of math (§8.2), and whether silent, so that no text counts in it (§8.5).
MATH: Final = 1
POINT: Final = 2
MATH_POINT: Final = 4
IS_SILENT: Final = 8
ANNOTATION: Final = 16


def _in_svg(name: str) -> int:
    return POINT * (name in SVG_POINTS) | IS_SILENT * (name in SILENT)


def _in_math(name: str) -> int:
    point = (POINT | MATH_POINT) * (name in MATH_POINTS)
    return MATH | point | IS_SILENT * (name in SILENT) | ANNOTATION * (name == "annotation-xml")


_IN_SVG: Final[Memo[str, int]] = Memo(_in_svg)
_IN_MATH: Final[Memo[str, int]] = Memo(_in_math)


class ForeignStack:
    """Open foreign elements, the innermost last: what they are is in ``flags``. ``silent`` counts the silent ones."""

    __slots__ = ("_names", "_numbers", "_open", "flags", "silent")

    def __init__(self, numbers: Numbers) -> None:
        self.flags = bytearray()
        self.silent = 0
        self._numbers = numbers
        self._names = array("I")
        self._open = Tally()  # so that a name that is not open is known at once

    def is_direct(self) -> bool:
        """Tell whether what comes next is directly in a foreign element, and not in an integration point."""
        return bool(self.flags) and not self.flags[-1] & POINT

    def takes(self, name: str, attributes: str) -> bool:
        """Tell whether a start tag inside begins a foreign element; one that breaks out is none, and leaves first."""
        top = self.flags[-1]
        if top & POINT and not (top & MATH_POINT and name in MATH_POINT_EXCEPTIONS):
            return False
        if top & ANNOTATION and name == "svg":
            return False
        if name in BREAKOUT or (name == "font" and breaks_out(attributes)):
            self.leave()
            return False
        return True

    def open_root(self, name: str) -> None:
        """Open ``svg`` or ``math``."""
        self._push(name, MATH if name == "math" else 0)

    def open(self, name: str, attributes: str) -> None:
        """Open the element *name* within the innermost."""
        flags = (_IN_MATH if self.flags[-1] & MATH else _IN_SVG)[name]
        if flags & ANNOTATION and is_html_annotation(attributes):
            flags |= POINT
        self._push(name, flags)

    def close(self, name: str) -> bool:
        """Close the nearest element *name* and those in it; tell whether there was one."""
        number = self._numbers[name]
        if not self._open.has(number):
            return False
        while self._pop() != number:
            pass
        return True

    def leave(self) -> None:
        """Leave foreign content: to the nearest integration point, or altogether (§8.3)."""
        while self.is_direct():
            self._pop()

    def _push(self, name: str, flags: int) -> None:
        number = self._numbers[name]
        self._names.append(number)
        self._open.add(number)
        self.flags.append(flags)
        self.silent += flags & IS_SILENT

    def _pop(self) -> int:
        number = self._names.pop()
        self._open.remove(number)
        self.silent -= self.flags.pop() & IS_SILENT
        return number
