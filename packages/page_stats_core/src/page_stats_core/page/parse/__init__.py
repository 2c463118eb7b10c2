"""Parse a page's bytes into its title and visible word count (§6 to §11), without I/O.

``charset`` finds the encoding. ``decode`` (with ``legacy``) decodes the bytes. ``source`` holds a part of the text.
``tokenizer`` (with ``bulk``, its fast path) reads the markup. ``content`` (with ``foreign`` and ``hidden``) interprets
it. ``visible`` collects the text to count. ``words`` counts its words, both with and without hidden regions (§10.7).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from page_stats_core.page.parse import decode
from page_stats_core.page.parse.charset import is_xhtml
from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.source import Source
from page_stats_core.page.parse.tokenizer import Tokenizer


class ParsedPage(NamedTuple):
    """A page's title, None if it has none (§9.1), and its numbers of visible words (§10, §11).

    ``link_word_count`` is the number of those words that are in links (§10.15).
    """

    title: str | None
    word_count: int
    link_word_count: int = 0


def parse_page(body: bytes, content_type: str | None = "text/html") -> ParsedPage:
    """Return the title and the word count of *body*; *content_type* is its Content-Type header.

    Accepts any bytes and never raises. Takes time linear in the number of bytes.
    """
    return parse_in_slices(body, content_type, lambda: None)


def parse_in_slices(
    body: bytes | bytearray | memoryview, content_type: str | None, tick: Callable[[], None]
) -> ParsedPage:
    """Do what ``parse_page`` does, and call *tick* between slices of at most 64 KiB.

    *tick* may raise an error to stop the parse.
    """
    content = Content(xhtml=is_xhtml(content_type), shadow_roots=_may_have_shadow_roots(body))
    Tokenizer(Source(decode.decode(body, content_type, tick)), content).read()
    return ParsedPage(content.title or None, content.word_count(), content.link_word_count())


def _may_have_shadow_roots(body: bytes | bytearray | memoryview) -> bool:
    """Return whether the attribute of §10.14 may occur in *body*, in any encoding. If not, less has to be kept."""
    letters = bytes(body).lower()
    name = b"shadowrootmode"
    return name in letters or (b"\0" in letters and name in letters.replace(b"\0", b""))
