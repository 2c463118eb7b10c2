"""The parse: from a page's bytes to its title and the number of its visible words (§6 to §11). It is pure.

Data flows from bytes to the answer: ``charset`` names the encoding, ``decode`` (with ``legacy``) makes text of bytes,
``source`` is the window on it, ``tokenizer`` (with ``bulk``, its fast path) reads markup, ``content`` (with ``foreign``
and ``hidden``) tells what it means, ``visible`` collects text that counts, and ``words`` counts it.
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
    """What a page is called, None if it has no title (§9.1), and how many words it shows (§10, §11)."""

    title: str | None
    word_count: int


def parse_page(body: bytes, content_type: str | None = "text/html") -> ParsedPage:
    """Return title and word count of *body*, sent with the Content-Type *content_type*.

    Any bytes have an answer: nothing is raised. Time is linear in their number.
    """
    return parse_in_slices(body, content_type, lambda: None)


def parse_in_slices(
    body: bytes | bytearray | memoryview, content_type: str | None, tick: Callable[[], None]
) -> ParsedPage:
    """Do what ``parse_page`` does, and call *tick* between slices of at most 64 KiB; it may raise to give up."""
    content = Content(xhtml=is_xhtml(content_type))
    Tokenizer(Source(decode.decode(body, content_type, tick)), content).read()
    return ParsedPage(content.title or None, content.text.counts.total())
