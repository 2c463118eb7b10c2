"""``page-stats`` without network access: instead of fetching a page, it returns the accepted arguments."""

from __future__ import annotations

import sys

from page_stats_core import PageStats, calls
from page_stats_core.arguments import Request
from page_stats_core.command import main

from harness.dialects.stub_network import accepted


async def run(request: Request, *_: object) -> PageStats:
    return accepted(request)


vars(calls).update(arun=run)
sys.exit(main())
