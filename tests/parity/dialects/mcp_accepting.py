"""``page-stats`` with the network left out: it accepts without fetching, and says what."""

from __future__ import annotations

import sys

from page_stats_core import PageStats, page
from page_stats_core.arguments import Request
from page_stats_core.command import main


async def accepted(request: Request, *_: object) -> PageStats:
    """Return a page whose number of words is the number of seconds."""
    return PageStats(
        url=request.input.url,
        final_url=request.url.href,
        status=200,
        content_type="text/html",
        title=None,
        word_count=request.input.timeout_seconds,
        truncated=False,
    )


vars(page).update(_alook=accepted)
sys.exit(main())
