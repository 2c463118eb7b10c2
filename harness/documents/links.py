"""The link targets of a document, and the anchors of its headings on GitHub."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

# The Markdown dialect of GitHub, PyPI and ClawHub.
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class _Attributes(HTMLParser):
    """Collects the tags of raw HTML and the URLs in their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in {"href", "src", "srcset"} and value]


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a document, including nested ones."""
    for token in PARSER.parse(text):
        yield token
        yield from token.children or ()


def html(text: str) -> list[str]:
    """Return the raw HTML of a document in pieces, without comments."""
    pieces = (token.content for token in tokens(text) if token.type in {"html_block", "html_inline"})
    return [re.sub("(?s)<!--.*?-->", "", piece) for piece in pieces]


def _raw(text: str) -> _Attributes:
    collected = _Attributes()
    collected.feed("\n".join(html(text)))
    return collected


def links(text: str) -> Iterator[str]:
    """Yield the URLs of links and images."""
    for token in tokens(text):
        for name in ("href", "src"):
            if value := token.attrGet(name):
                yield str(value)
    yield from _raw(text).addresses


def tags(text: str) -> list[str]:
    """Return the tag names in raw HTML, except in comments."""
    return _raw(text).tags


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, numbered if they repeat."""
    found: set[str] = set()
    parsed = PARSER.parse(text)
    for opening, inline in pairwise(parsed):
        if opening.type == "heading_open":
            heading = "".join(child.content for child in inline.children or ())
            slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            found.add(next(name for name in _numbered(slug) if name not in found))
    return found


def _numbered(slug: str) -> Iterator[str]:
    yield slug
    number = 0
    while True:
        number += 1
        yield f"{slug}-{number}"
