"""Extract the visible words from a DOMSnapshot of the DevTools protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

_TEXT: Final = 3
# Boxes of these displays are part of the line; text on both sides of them is one word.
_INLINE: Final = ("inline", "contents", "ruby", "ruby-text", "inline-block", "inline-flex", "inline-grid", "none")
# Inline boxes with their own appearance, and line breaks, separate the text around them on the screen.
_SEPARATE: Final = frozenset(
    [
        "BR",
        "IMG",
        "INPUT",
        "BUTTON",
        "TEXTAREA",
        "SELECT",
        "VIDEO",
        "AUDIO",
        "CANVAS",
        "IFRAME",
        "EMBED",
        "PROGRESS",
        "METER",
    ]
)


class _Document:
    """The nodes of the main document, by number."""

    def __init__(self, snapshot: Mapping[str, Any]) -> None:
        self._strings = snapshot["strings"]
        document = snapshot["documents"][0]
        nodes, layout = document["nodes"], document["layout"]
        self.parents: list[int] = nodes["parentIndex"]
        self._types, self._names, self._values = nodes["nodeType"], nodes["nodeName"], nodes["nodeValue"]
        pseudo, roots = nodes["pseudoType"], nodes["shadowRootType"]
        kinds = zip(roots["index"], roots["value"], strict=True)
        user_agent = [root for root, kind in kinds if self._strings[kind] == "user-agent"]
        self._unread = {*pseudo["index"], *user_agent}
        self.styles: dict[int, tuple[str, ...]] = {}
        for node, style in zip(layout["nodeIndex"], layout["styles"], strict=True):
            if node >= 0 and (style or node not in self.styles):
                self.styles[node] = tuple(self._strings[each] for each in style)

    def shown(self) -> Iterator[int]:
        """Yield, in order, the nodes that have a box, and the text of options, which the options draw."""
        for node, parent in enumerate(self.parents):
            if node in self.styles or (self.is_text(node) and parent in self.styles and self.name(parent) == "OPTION"):
                yield node

    def is_text(self, node: int) -> bool:
        return bool(self._types[node] == _TEXT)

    def name(self, node: int) -> str:
        return str(self._strings[self._names[node]])

    def text(self, node: int) -> str:
        return str(self._strings[self._values[node]])

    def ancestors(self, node: int) -> Iterator[int]:
        """Yield *node* and its ancestors, innermost first."""
        while node >= 0:
            yield node
            node = self.parents[node]

    def is_read(self, node: int) -> bool:
        """Return whether the text *node* is the page's own: not made by CSS or by the browser."""
        return not any(each in self._unread for each in self.ancestors(node))

    def is_visible(self, node: int) -> bool:
        """Return whether the nearest styled ancestor is visible."""
        for each in self.ancestors(node):
            if style := self.styles.get(each):
                return style[1] == "visible"
        return True

    def separates(self, node: int) -> bool:
        """Return whether the layout separates the text on the two sides of the element's edge."""
        if self.is_text(node):
            return False
        style = self.styles.get(node)
        return self.name(node) in _SEPARATE or bool(style and style[0] not in _INLINE)


def shown_text(snapshot: Mapping[str, Any]) -> str:
    """Return the text that is shown, with a space wherever the layout separates words."""
    document = _Document(snapshot)
    parts: list[str] = []
    open_elements: list[int] = []
    for node in document.shown():
        chain = [*document.ancestors(node)][::-1]
        shared = next((at for at, (a, b) in enumerate(zip(open_elements, chain, strict=False)) if a != b), None)
        shared = min(len(open_elements), len(chain)) if shared is None else shared
        if any(document.separates(each) for each in (*open_elements[shared:], *chain[shared:])):
            parts.append(" ")
        open_elements = chain
        if document.name(node) == "WBR":
            parts.append("\u200b")
        elif document.is_text(node) and document.is_visible(node) and document.is_read(node):
            parts.append(document.text(node))
    return "".join(parts)
