"""The stack of open svg and math elements (§8). ``content`` decides how their text and tags affect the count."""

from __future__ import annotations

from array import array
from typing import Final

from page_stats_core.page.parse.attributes import breaks_out, is_html_annotation
from page_stats_core.page.parse.elements import BREAKOUT, MATH_POINT_EXCEPTIONS, MATH_POINTS, SILENT, SVG_POINTS, Names
from page_stats_core.page.parse.names import Numbers, Tally

# Flags of an open element:
# MATH: it is in the MathML namespace. Without this flag, it is in the SVG namespace.
# POINT: it is an integration point, inside which start tags are HTML (§8.2).
# MATH_POINT: it is an integration point of MathML, inside which MATH_POINT_EXCEPTIONS are not HTML (§8.2).
# IS_SILENT: its text is not counted (§8.5).
# ANNOTATION: it is an annotation-xml element of MathML.
MATH: Final = 1
POINT: Final = 2
MATH_POINT: Final = 4
IS_SILENT: Final = 8
ANNOTATION: Final = 16


def _table(base: int, points: Names, point: int) -> dict[str, int]:
    """Return the flags, by name, of all elements of a namespace that have more flags than *base*."""
    return {name: base | point * (name in points) | IS_SILENT * (name in SILENT) for name in points | SILENT}


_IN_SVG: Final = _table(0, SVG_POINTS, POINT)
_IN_MATH: Final = _table(MATH, MATH_POINTS, POINT | MATH_POINT)
_IN_MATH["annotation-xml"] |= ANNOTATION
# Start tags in foreign content that do not always open a foreign element.
_SPECIAL: Final = BREAKOUT | {"font", "svg"}


class ForeignStack:
    """The open foreign elements, innermost last.

    ``flags`` has the flags of each element. ``silent`` is the number of elements with the flag ``IS_SILENT``.
    """

    __slots__ = ("_names", "_numbers", "_open", "flags", "silent")

    def __init__(self, numbers: Numbers) -> None:
        self.flags = bytearray()
        self.silent = 0
        self._numbers = numbers
        self._names = array("I")
        self._open = Tally()  # to find out quickly whether an element with a given name is open

    def is_direct(self) -> bool:
        """Return whether the innermost open element is foreign and not an integration point."""
        return bool(self.flags) and not self.flags[-1] & POINT

    def takes(self, name: str, attributes: str) -> bool:
        """Return whether the start tag *name* opens a foreign element.

        For a breakout tag, leave foreign content and return False (§8.3).
        """
        top = self.flags[-1]
        if top & POINT and not (top & MATH_POINT and name in MATH_POINT_EXCEPTIONS):
            return False
        if name not in _SPECIAL:
            return True
        if name == "svg":
            return not top & ANNOTATION
        if name == "font" and not breaks_out(attributes):
            return True
        self.leave()
        return False

    def open_root(self, name: str) -> None:
        """Open ``svg`` or ``math``."""
        self._push(name, MATH if name == "math" else 0)

    def open(self, name: str, attributes: str) -> None:
        """Open the foreign element *name* inside the innermost open element."""
        flags = _IN_MATH.get(name, MATH) if self.flags[-1] & MATH else _IN_SVG.get(name, 0)
        if flags & ANNOTATION and is_html_annotation(attributes):
            flags |= POINT
        self._push(name, flags)

    def close(self, name: str) -> bool:
        """Close the innermost element *name* and all elements inside it; return False if no such element is open."""
        number = self._numbers[name]
        if not self._open.has(number):
            return False
        while self._pop() != number:
            pass
        return True

    def leave(self) -> None:
        """Close all elements inside the innermost integration point. If there is none, close all elements (§8.3)."""
        while self.is_direct():
            self._pop()

    def _push(self, name: str, flags: int) -> None:
        number = self._numbers[name]
        self._names.append(number)
        self._open.add(number)
        self.flags.append(flags)
        if flags & IS_SILENT:
            self.silent += 1

    def _pop(self) -> int:
        number = self._names.pop()
        self._open.remove(number)
        if self.flags.pop() & IS_SILENT:
            self.silent -= 1
        return number
