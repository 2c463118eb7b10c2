"""An independent parser, which applies the specification to the tree that lexbor builds (used through selectolax).

It counts the words correctly only for pages without the special characters that §11.2 lists.
"""

from __future__ import annotations

from typing import Final, Literal

from page_stats_core.page.parse import ParsedPage
from page_stats_core.page.parse.style import read_style
from page_stats_core.page.parse.words import LINK, LINK_END, has_visible, tokens
from selectolax.lexbor import LexborHTMLParser, LexborNode


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SEPARATING: Final = _names("""
    address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption
    figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup
    option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp
""")
CONTROLS: Final = _names("button canvas embed iframe img meter progress textarea video")
EMPTY_INSIDE: Final = _names("audio canvas meter progress video")
RAW: Final = _names("script style textarea title iframe noembed noframes noscript template")
SILENT: Final = _names("title desc metadata style script annotation annotation-xml")
NEVER_HIDDEN: Final = _names("html body svg math")
POINTS: Final = {"svg": _names("foreignObject foreignobject desc title"), "math": _names("mi mo mn ms mtext")}
HOSTS: Final = _names("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span")
RESERVED: Final = _names("""
    annotation-xml color-profile font-face font-face-format font-face-name font-face-src font-face-uri missing-glyph
""")
HTML_ANNOTATIONS: Final = {"text/html", "application/xhtml+xml"}

Namespace = Literal["", "svg", "math"]
# How the text at some place counts (§10.9 to §10.11).
Kind = Literal["shown", "invisible", "hidden", "unrendered"]


def read_tree(text: str) -> ParsedPage:
    """Return title and word counts according to lexbor's tree."""
    walk = _Walk()
    root = LexborHTMLParser(text, scripting=True).root
    assert root
    walk.children(root)
    everything, visible = _counts("".join(walk.all)), _counts("".join(walk.visible))
    title = " ".join(tokens(walk.title or ""))[:4096].rstrip(" ")
    counts = everything if visible[0] * 10 < everything[0] and visible[0] < 1000 else visible
    return ParsedPage(title if has_visible(title) else None, *counts)


def _counts(text: str) -> tuple[int, int]:
    """Return how many words *text* contains, and how many of them are in links (§10.15)."""
    words, linked, in_link = 0, 0, False
    for token in tokens(text):
        is_counted = False
        for character in token:
            if character in (LINK, LINK_END):
                in_link = character == LINK
            elif not is_counted and has_visible(character):
                is_counted = True
                words += 1
                linked += in_link
    return words, linked


class _Walk:
    """Walks the tree and tracks each element's namespace, which lexbor does not provide."""

    def __init__(self) -> None:
        self.title: str | None = None
        self.all: list[str] = []
        self.visible: list[str] = []

    def children(
        self, node: LexborNode, namespace: Namespace = "", *, kind: Kind = "shown", silent: bool = False
    ) -> None:
        child = node.first_child
        while child is not None:
            tag = child.tag or ""
            if tag == "-text":
                if not silent:
                    self._put(child.text_content or "", kind)
            elif tag and tag[0] not in "-!":
                self._element(child, tag, _namespace_of(tag, namespace, node), kind=kind, silent=silent)
            child = child.next

    def _element(self, node: LexborNode, tag: str, namespace: Namespace, *, kind: Kind, silent: bool) -> None:
        if tag == "template" and not namespace and _is_shadow_root(node):
            self._shadow_root(node, kind)
            return
        if not (namespace or tag in NEVER_HIDDEN):
            kind = _kind_in(kind, node, tag)
        if tag == "title" and not namespace and self.title is None:
            self.title = node.text()
        separates = not silent and (namespace or _separates(node, tag))
        if separates:
            self._separate(kind)
        if tag == "a":
            self._link(LINK if _is_link(node, namespace) else LINK_END)
        if namespace:
            inside: Namespace = "" if _is_point(node, tag, namespace) else namespace
            self.children(node, inside, kind=kind, silent=silent or tag in SILENT)
        elif tag not in RAW:
            self.children(node, kind="unrendered" if tag in EMPTY_INSIDE else kind, silent=silent)
        if tag == "a":
            self._link(LINK_END)
        if separates:
            self._separate(kind)

    def _shadow_root(self, template: LexborNode, kind: Kind) -> None:
        """Read the content of *template*, which selectolax only serializes. A title in it does not count (§9.3)."""
        title, self.title = self.title, ""
        element = (template.html or "").replace("<template", "<x-template", 1)
        content = LexborHTMLParser(element, scripting=True).css_first("x-template")
        assert content
        self.children(content, kind=kind)
        self.title = title

    def _link(self, mark: str) -> None:
        self.all.append(mark)
        self.visible.append(mark)

    def _put(self, text: str, kind: Kind) -> None:
        text = text.replace(LINK, "").replace(LINK_END, "")
        if kind != "unrendered":
            self.all.append(text)
        if kind == "shown":
            self.visible.append(text)

    def _separate(self, kind: Kind) -> None:
        self._put(" ", kind)
        if kind == "invisible":
            self.visible.append(" ")


def _separates(node: LexborNode, tag: str) -> bool:
    attributes = node.attributes
    if tag == "audio":
        return "controls" in attributes
    if tag == "input":
        return (attributes.get("type") or "").lower() != "hidden"
    return tag in SEPARATING or tag in CONTROLS


def _is_link(node: LexborNode, namespace: Namespace) -> bool:
    return "href" in node.attributes or (bool(namespace) and "xlink:href" in node.attributes)


def _is_shadow_root(template: LexborNode) -> bool:
    """Return whether *template* is the content of a shadow root (§10.14)."""
    host = template.parent
    tag = (host.tag if host else None) or ""
    if not host or not _has_mode(template) or not (tag in HOSTS or ("-" in tag and tag not in RESERVED)):
        return False
    first = host.first_child
    while first is not None and not (first.tag == "template" and _has_mode(first)):
        first = first.next
    return first is not None and first.mem_id == template.mem_id


def _has_mode(template: LexborNode) -> bool:
    return (template.attributes.get("shadowrootmode") or "").lower() in ("open", "closed")


def _namespace_of(tag: str, namespace: Namespace, parent: LexborNode) -> Namespace:
    if tag == "svg" and (not namespace or parent.tag == "annotation-xml"):
        return "svg"
    return "math" if tag == "math" and not namespace else namespace


def _is_point(node: LexborNode, tag: str, namespace: Namespace) -> bool:
    if namespace == "math" and tag == "annotation-xml":
        return (node.attributes.get("encoding") or "").lower() in HTML_ANNOTATIONS
    return tag in POINTS[namespace or "svg"]


def _kind_in(kind: Kind, node: LexborNode, tag: str) -> Kind:
    own = _own_kind(node, tag)
    if own is None or kind == "unrendered" or (kind == "hidden" and own != "unrendered"):
        return kind
    return own


def _own_kind(node: LexborNode, tag: str) -> Kind | None:
    attributes = node.attributes
    style = read_style([attributes.get("style") or ""])
    is_closed = "open" not in attributes if tag == "dialog" else "popover" in attributes
    if tag in ("datalist", "rp") or (is_closed and style.display in ("", "none", "revert")):
        return "unrendered"
    is_hidden = "hidden" in attributes and not style.display
    if style.display == "none" or is_hidden or (attributes.get("hidden") or "").lower() == "until-found":
        return "hidden"
    shown: dict[str, Kind] = {"hidden": "invisible", "visible": "shown"}
    return shown.get(style.visibility)
