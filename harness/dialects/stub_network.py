"""Replaces the core's fetch, in dialects that run our programs, by a function that returns the accepted arguments."""

from __future__ import annotations

from page_stats_core import PageStats
from page_stats_core.arguments import Request


def accepted(request: Request, *_: object) -> PageStats:
    """Return a page whose word count is the timeout in seconds."""
    return PageStats(
        url=request.input.url,
        final_url=request.url.href,
        status=200,
        content_type="text/html",
        title=None,
        word_count=request.input.timeout_seconds,
        link_word_count=0,
        truncated=False,
    )
