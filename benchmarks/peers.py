"""The usual Python parsers, each used in its fastest way."""

from __future__ import annotations

from bs4 import BeautifulSoup
from page_stats_core.page.parse import ParsedPage
from page_stats_core.page.parse.elements import RAW, SEPARATING
from selectolax.lexbor import LexborHTMLParser, LexborNode

SILENT = RAW | {"template"}
SEPARATING_HERE = SEPARATING | {"svg", "path"}


def with_lexbor(body: bytes) -> ParsedPage:
    """Parse with selectolax and the fastest tree walk that gives our result for the pages of the benchmark."""
    tree = LexborHTMLParser(body, scripting=True)
    hidden = {node.mem_id for node in tree.css("[hidden], [style*='display:none']")}
    pieces: list[str] = []
    regions: list[tuple[int, int]] = []

    def children(node: LexborNode | None) -> None:
        while node is not None:
            tag = node.tag
            if tag == "-text":
                pieces.append(node.text_content or "")
            elif tag not in SILENT:
                start = len(pieces)
                if tag in SEPARATING_HERE:
                    pieces.append(" ")
                    children(node.first_child)
                    pieces.append(" ")
                else:
                    children(node.first_child)
                if hidden and node.mem_id in hidden:
                    regions.append((start, len(pieces)))
            node = node.next

    root = tree.root
    assert root
    children(root.first_child)
    everything = len("".join(pieces).split())
    for start, end in reversed(regions):
        pieces[start:end] = []
    visible = len("".join(pieces).split())
    title = tree.css_first("title")
    text = " ".join(title.text().split()) if title else ""
    return ParsedPage(text or None, everything if visible * 10 < everything else visible)


def with_soup(body: bytes) -> int:
    """Count words with BeautifulSoup, which uses Python's own parser here. Every tag separates words."""
    return len(BeautifulSoup(body, "html.parser").get_text(" ").split())
