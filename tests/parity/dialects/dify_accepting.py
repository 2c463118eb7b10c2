"""The Dify plugin with the network left out: it accepts without fetching, and says what. Started in its folder."""

import os
import runpy
import sys

import dify_plugin  # noqa: F401  # first of all: it lets gevent replace what blocks

sys.path.insert(0, os.getcwd())  # noqa: PTH109  # as `python -m main` has it

from page_stats_core import PageStats, page
from page_stats_core.arguments import Request


def accepted(request: Request, *_: object) -> PageStats:
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


vars(page).update(_look=accepted)
runpy.run_module("main", run_name="__main__")
