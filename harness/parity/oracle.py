"""An independent parser, which applies the specification to the tree that lexbor builds (used through selectolax).

It counts the words correctly only for pages without the special characters that §11.2 lists.
"""

from __future__ import annotations

from typing import Final, Literal

from page_stats_core.page.parse import ParsedPage
from page_stats_core.page.parse.words import tokens
from selectolax.lexbor import LexborHTMLParser, LexborNode


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SEPARATING: Final = _names("""
    address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption
    figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup
    option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp
""")
RAW: Final = _names("script style textarea title iframe noembed noframes noscript template")
SILENT: Final = _names("title desc metadata style script annotation annotation-xml")
NEVER_HIDDEN: Final = _names("""
    html body svg math area base basefont bgsound br col embed frame hr img input keygen link meta param source track
    wbr
""")
POINTS: Final = {"svg": _names("foreignObject foreignobject desc title"), "math": _names("mi mo mn ms mtext")}
HTML_ANNOTATIONS: Final = {"text/html", "application/xhtml+xml"}

Namespace = Literal["", "svg", "math"]


def read_tree(text: str) -> ParsedPage:
    """Return title and word count according to lexbor's tree."""
    walk = _Walk()
    root = LexborHTMLParser(text, scripting=True).root
    assert root
    walk.children(root)
    everything, visible = (len(tokens("".join(parts))) for parts in (walk.all, walk.visible))
    title = " ".join(tokens(walk.title or ""))
    return ParsedPage(title or None, everything if visible * 10 < everything and visible < 1000 else visible)


class _Walk:
    """Walks the tree and tracks each element's namespace, which lexbor does not provide."""

    def __init__(self) -> None:
        self.title: str | None = None
        self.all: list[str] = []
        self.visible: list[str] = []

    def children(
        self, node: LexborNode, namespace: Namespace = "", *, hidden: bool = False, silent: bool = False
    ) -> None:
        child = node.first_child
        while child is not None:
            tag = child.tag or ""
            if tag == "-text":
                if not silent:
                    self._put(child.text_content or "", hidden=hidden)
            elif tag and tag[0] not in "-!":
                self._element(child, tag, _namespace_of(tag, namespace, node), hidden=hidden, silent=silent)
            child = child.next

    def _element(self, node: LexborNode, tag: str, namespace: Namespace, *, hidden: bool, silent: bool) -> None:
        if not (hidden or namespace or tag in NEVER_HIDDEN):
            hidden = _is_hidden(node)
        if tag == "title" and not namespace and self.title is None:
            self.title = node.text()
        separates = not silent and (namespace or tag in SEPARATING)
        if separates:
            self._put(" ", hidden=hidden)
        if namespace:
            inside: Namespace = "" if _is_point(node, tag, namespace) else namespace
            self.children(node, inside, hidden=hidden, silent=silent or tag in SILENT)
        elif tag not in RAW:
            self.children(node, hidden=hidden, silent=silent)
        if separates:
            self._put(" ", hidden=hidden)

    def _put(self, text: str, *, hidden: bool) -> None:
        self.all.append(text)
        if not hidden:
            self.visible.append(text)


def _namespace_of(tag: str, namespace: Namespace, parent: LexborNode) -> Namespace:
    if tag == "svg" and (not namespace or parent.tag == "annotation-xml"):
        return "svg"
    return "math" if tag == "math" and not namespace else namespace


def _is_point(node: LexborNode, tag: str, namespace: Namespace) -> bool:
    if namespace == "math" and tag == "annotation-xml":
        return (node.attributes.get("encoding") or "").lower() in HTML_ANNOTATIONS
    return tag in POINTS[namespace or "svg"]


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if not attributes:
        return False
    if "hidden" in attributes:
        return True
    display = ""
    for declaration in (attributes.get("style") or "").split(";"):
        name, _, value = declaration.partition(":")
        if name.strip().lower() == "display":
            display = value.strip().lower()
    return display.removesuffix("!important").rstrip() == "none"
