"""The stack of open svg and math elements (§8). What their text and tags count for is decided elsewhere."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, Literal, NamedTuple

from page_stats_core.parse.attributes import breaks_out, is_html_annotation
from page_stats_core.parse.elements import (
    BREAKOUT,
    MATH_POINT_EXCEPTIONS,
    MATH_POINTS,
    SILENT,
    SVG_POINTS,
    Memo,
)

Namespace = Literal["svg", "math"]
# Inside an integration point start tags are HTML; in those of math, some are not.
Point = Literal["", "html", "math"]


class Element(NamedTuple):
    """An open element; ``silent`` is one in which no text counts (§8.5)."""

    name: str
    namespace: Namespace
    point: Point
    silent: bool


def _element(name: str, namespace: Namespace, attributes: str = "") -> Element:
    point: Point = ""
    if namespace == "svg":
        point = "html" if name in SVG_POINTS else ""
    elif name in MATH_POINTS:
        point = "math"
    elif name == "annotation-xml" and is_html_annotation(attributes):
        point = "html"
    return Element(name, namespace, point, name in SILENT)


_ELEMENTS: Final[dict[Namespace, Memo[str, Element]]] = {
    "svg": Memo(lambda name: _element(name, "svg")),
    "math": Memo(lambda name: _element(name, "math")),
}


class ForeignStack:
    """Open foreign elements, the innermost last. ``silent`` tells how many of them are silent."""

    __slots__ = ("_open", "elements", "silent")

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.silent = 0
        self._open: dict[str, int] = defaultdict(int)  # by name, so that a missing one is known at once

    def takes(self, name: str, attributes: str) -> bool:
        """Tell whether a start tag begins a foreign element; if it breaks out, foreign content is left first."""
        if not self.elements:
            return False
        top = self.elements[-1]
        if top.point and not (top.point == "math" and name in MATH_POINT_EXCEPTIONS):
            return False
        if name == "svg" and top.name == "annotation-xml":
            return False
        if name in BREAKOUT or (name == "font" and breaks_out(attributes)):
            self.leave()
            return False
        return True

    def open(self, name: str, attributes: str) -> None:
        """Open the element *name* within the innermost."""
        self._push(name, self.elements[-1].namespace, attributes)

    def open_root(self, name: Namespace) -> None:
        """Open ``svg`` or ``math``."""
        self._push(name, name, "")

    def _push(self, name: str, namespace: Namespace, attributes: str) -> None:
        element = (
            _element(name, namespace, attributes) if name == "annotation-xml" else _ELEMENTS[namespace][name]
        )
        self.elements.append(element)
        self._open[name] += 1
        self.silent += element.silent

    def close(self, name: str) -> bool:
        """Close the nearest element *name* and those in it; tell whether there was one."""
        if not self._open.get(name):
            return False
        while self._pop() != name:
            pass
        return True

    def leave(self) -> None:
        """Leave foreign content: to the nearest integration point, or altogether (§8.3)."""
        while self.elements and not self.elements[-1].point:
            self._pop()

    def is_direct(self) -> bool:
        """Tell whether what comes next is directly in a foreign element, and not in an integration point."""
        return bool(self.elements) and not self.elements[-1].point

    def _pop(self) -> str:
        element = self.elements.pop()
        self._open[element.name] -= 1
        self.silent -= element.silent
        return element.name
