"""The public calls: check the arguments, fetch and parse the page, build the result.

The deadline of a call starts here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from page_stats_core.arguments import Request, accept
from page_stats_core.contract import (
    CONTENT_TYPE_MAX,
    TIMEOUT_DEFAULT,
    TITLE_MAX,
    PageStats,
    PageStatsConfig,
    PageStatsError,
    config_from,
)
from page_stats_core.deadline import Deadline
from page_stats_core.page.fetch import asynchronous, blocking
from page_stats_core.page.fetch.flow import Fetch, Page
from page_stats_core.page.fetch.network import SYSTEM, Network
from page_stats_core.page.parse import parse_in_slices
from page_stats_core.sanitize import clean
from page_stats_core.workers import run_in_thread

# Below this size, parsing inline is cheaper than a thread hand-off.
INLINE_BYTES = 65_536

_DEFAULT = PageStatsConfig()


def page_stats(
    url: str,
    timeout_seconds: int = TIMEOUT_DEFAULT,
    *,
    config: PageStatsConfig | None = None,
    network: Network = SYSTEM,
) -> PageStats:
    """Fetch *url* and return the page's title and word count.

    *url* is an absolute http or https URL of at most 8,192 characters (§3). *timeout_seconds*, from 1 to 60, bounds the
    whole call, redirects included (§5.2). *config* holds the operator's settings (§2). *network* replaces DNS and TLS
    in tests.

    Raises ``PageStatsError``, whose ``failure`` holds the code and the message (§14), and nothing else.
    """
    return _look(accept({"url": url, "timeout_seconds": timeout_seconds}), config or _DEFAULT, network)


async def apage_stats(
    url: str,
    timeout_seconds: int = TIMEOUT_DEFAULT,
    *,
    config: PageStatsConfig | None = None,
    network: Network = SYSTEM,
) -> PageStats:
    """Async ``page_stats``; cancelling it closes the connection at once."""
    return await _alook(accept({"url": url, "timeout_seconds": timeout_seconds}), config or _DEFAULT, network)


def page_stats_payload(
    arguments: object, config: PageStatsConfig | Mapping[str, object] | None = None, *, network: Network = SYSTEM
) -> dict[str, Any]:
    """Return the contract's JSON-ready dict for any *arguments*: a success (§13) or a failure (§14).

    A *config* passed as a mapping is checked after the arguments (§2.2). Never raises ``PageStatsError``.
    """
    try:
        return _look(accept(arguments), _configured(config), network).model_dump(mode="json")
    except PageStatsError as error:
        return error.failure.payload()


async def apage_stats_payload(
    arguments: object, config: PageStatsConfig | Mapping[str, object] | None = None, *, network: Network = SYSTEM
) -> dict[str, Any]:
    """Async ``page_stats_payload``; cancelling it closes the connection at once."""
    try:
        return (await _alook(accept(arguments), _configured(config), network)).model_dump(mode="json")
    except PageStatsError as error:
        return error.failure.payload()


def _configured(config: PageStatsConfig | Mapping[str, object] | None) -> PageStatsConfig:
    if config is None:
        return _DEFAULT
    return config if isinstance(config, PageStatsConfig) else config_from(config)


def _look(request: Request, config: PageStatsConfig, network: Network) -> PageStats:
    deadline = Deadline(request.input.timeout_seconds)
    page = blocking.run(Fetch(config, network.tls).run(request.url), deadline, network.resolver)
    return _read(request, page, deadline)


async def _alook(request: Request, config: PageStatsConfig, network: Network) -> PageStats:
    deadline = Deadline(request.input.timeout_seconds)
    page = await asynchronous.run(Fetch(config, network.tls).run(request.url), deadline, network.resolver)
    if len(page.body) <= INLINE_BYTES:
        return _read(request, page, deadline)
    return await run_in_thread(lambda check: _read(request, page, deadline, check))


def _read(request: Request, page: Page, deadline: Deadline, check: Callable[[], None] = lambda: None) -> PageStats:
    def tick() -> None:
        check()
        deadline.tick()

    parsed = parse_in_slices(page.body, page.content_type, tick)
    return PageStats(
        url=request.input.url,
        final_url=page.final_url,
        status=page.status,
        content_type=clean(page.content_type, CONTENT_TYPE_MAX),
        title=clean(parsed.title or "", TITLE_MAX) or None,
        word_count=parsed.word_count,
        truncated=page.truncated,
    )
