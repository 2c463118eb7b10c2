"""64 concurrent calls for a page that takes a second to load, on an event loop and in threads, compared with httpx.

The best of five runs counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
from page_stats_core import PageStatsConfig, apage_stats, page_stats

from benchmarks.measuring import CONFIG, Row, best_of, fixture_servers

CALLS, RUNS, TARGET = 64, 5, 1.1


async def on_a_loop(url: str, config: PageStatsConfig) -> None:
    """Run the calls on one event loop."""
    await asyncio.gather(*(apage_stats(url, config=config) for _ in range(CALLS)))


def in_threads(url: str, config: PageStatsConfig) -> None:
    """Run the calls in threads."""
    with ThreadPoolExecutor(CALLS) as pool:
        list(pool.map(lambda _: page_stats(url, config=config), range(CALLS)))


async def with_httpx(url: str) -> None:
    """Fetch the page ``CALLS`` times at once with one httpx client."""
    async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
        await asyncio.gather(*(client.get(url) for _ in range(CALLS)))


def measure() -> Iterator[Row]:
    """Yield a row for the event loop and one for threads."""
    config = PageStatsConfig(**CONFIG)
    with fixture_servers() as places:
        url = places["base"] + "/slow"
        peer = best_of(RUNS, lambda: asyncio.run(with_httpx(url)))
        loop = best_of(RUNS, lambda: asyncio.run(on_a_loop(url, config)))
        yield Row(f"{CALLS} calls on an event loop vs httpx", loop, "s", peer, TARGET)
        threads = best_of(RUNS, lambda: in_threads(url, config))
        yield Row(f"{CALLS} calls in threads vs httpx", threads, "s", peer)
