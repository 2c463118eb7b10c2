"""Fixtures shared by the parse tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from page_stats_core.page.parse import ParsedPage
from page_stats_core.page.parse.charset import is_xhtml
from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.source import Source
from page_stats_core.page.parse.tokenizer import Tokenizer

Read = Callable[..., ParsedPage]


@pytest.fixture(scope="session")
def read() -> Read:
    """Return a function that parses text in pieces, optionally without the fast path."""

    def read(pieces: Iterable[str], content_type: str | None = "text/html", *, use_bulk: bool = True) -> ParsedPage:
        content = Content(xhtml=is_xhtml(content_type))
        Tokenizer(Source(iter(pieces)), content, use_bulk=use_bulk).read()
        return ParsedPage(content.title or None, content.word_count(), content.link_word_count())

    return read
