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
from page_stats_core.page.parse.content import Content, ShadowRootError
from page_stats_core.page.parse.source import Source
from page_stats_core.page.parse.tokenizer import Tokenizer


class ParsedPage(NamedTuple):
    """A page's title, or None if it has none (§9.1), and the number of its visible words (§10, §11).

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
    try:
        content = _read(body, content_type, tick, shadow_roots=False)
    except ShadowRootError:  # few pages have one, and the others are read faster without looking for its host
        content = _read(body, content_type, tick, shadow_roots=True)
    return ParsedPage(content.title or None, content.word_count(), content.link_word_count())


def _read(
    body: bytes | bytearray | memoryview, content_type: str | None, tick: Callable[[], None], *, shadow_roots: bool
) -> Content:
    content = Content(xhtml=is_xhtml(content_type), shadow_roots=shadow_roots)
    Tokenizer(Source(decode.decode(body, content_type, tick)), content).read()
    return content
