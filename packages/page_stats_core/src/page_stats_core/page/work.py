"""Do the work of a call: fetch the page, parse it and build the result. The deadline starts when the work starts."""

from __future__ import annotations

from collections.abc import Callable

from page_stats_core.contract import PageStats, PageStatsConfig
from page_stats_core.deadline import Deadline
from page_stats_core.declarations import TIMEOUT_DEFAULT
from page_stats_core.page.arguments import Request, read_request
from page_stats_core.page.fetch import asynchronous, blocking
from page_stats_core.page.fetch.flow import Fetch, Page
from page_stats_core.page.fetch.network import SYSTEM, Network
from page_stats_core.page.parse import ParsedPage, parse_in_slices
from page_stats_core.page.tool import CONTENT_TYPE_MAX, FINAL_URL_MAX, TITLE_MAX
from page_stats_core.sanitize import clean
from page_stats_core.turns import Turns
from page_stats_core.workers import run_in_thread

# How many pages larger than INLINE_BYTES are parsed at a time. An event loop would wait longer for the interpreter's
# lock if there were more, and no page would be ready earlier.
PARSES = Turns(1)

# Up to this size, parsing a page in the event loop is cheaper than passing it to a thread.
INLINE_BYTES = 65_536

_DEFAULT = PageStatsConfig()


def page_stats(url: str, timeout_seconds: int = TIMEOUT_DEFAULT, *, config: PageStatsConfig | None = None) -> PageStats:
    """Fetch *url* and return the page's title and word counts.

    *url* is an absolute http or https URL of at most 8,000 bytes when percent-encoded (§3). *timeout_seconds*, from 1
    to 60, limits the whole call, including redirects (§5.2). *config* holds the operator's settings (§2).

    Raises only ``PageStatsError``. Its ``failure`` holds the code and the message (§14).
    """
    return run(read_request({"url": url, "timeout_seconds": timeout_seconds}), config or _DEFAULT)


async def apage_stats(
    url: str, timeout_seconds: int = TIMEOUT_DEFAULT, *, config: PageStatsConfig | None = None
) -> PageStats:
    """Async ``page_stats``. Cancelling the call closes the connection at once."""
    return await arun(read_request({"url": url, "timeout_seconds": timeout_seconds}), config or _DEFAULT)


def run(request: Request, config: PageStatsConfig, network: Network = SYSTEM) -> PageStats:
    """Return the result of *request*. *network* replaces DNS and TLS in tests."""
    deadline = Deadline(request.input.timeout_seconds)
    page = blocking.run(Fetch(config, network.tls).run(request.url), deadline, network.resolver)
    return _result(request, page, deadline)


async def arun(request: Request, config: PageStatsConfig, network: Network = SYSTEM) -> PageStats:
    """Async version of ``run``."""
    deadline = Deadline(request.input.timeout_seconds)
    page = await asynchronous.run(Fetch(config, network.tls).run(request.url), deadline, network.resolver)
    if len(page.body) <= INLINE_BYTES:
        return _result(request, page, deadline)
    return await run_in_thread(lambda check: _result(request, page, deadline, check))


def _result(request: Request, page: Page, deadline: Deadline, check: Callable[[], None] = lambda: None) -> PageStats:
    parsed = parse_in_turn(page, deadline, check)
    return PageStats(
        url=request.input.url,
        final_url=clean(page.final_url, FINAL_URL_MAX),
        status=page.status,
        content_type=clean(page.content_type, CONTENT_TYPE_MAX),
        title=clean(parsed.title or "", TITLE_MAX) or None,
        word_count=parsed.word_count,
        link_word_count=parsed.link_word_count,
        truncated=page.truncated,
    )


def parse_in_turn(page: Page, deadline: Deadline, check: Callable[[], None]) -> ParsedPage:
    """Parse *page*, taking turns with other calls if it is large. Waiting counts towards the deadline (§5.2)."""
    if len(page.body) <= INLINE_BYTES:
        return parse_in_slices(page.body, page.declared_type, deadline.tick)

    def left() -> float:
        check()
        return deadline.left()

    with PARSES.place(left) as give_way:

        def tick() -> None:
            check()
            deadline.tick()
            give_way()

        return parse_in_slices(page.body, page.declared_type, tick)
