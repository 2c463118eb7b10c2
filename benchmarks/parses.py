"""An event loop while 20 hostile pages of 2 MB are parsed at once: how late it runs, and how long another page takes.

The lateness is measured for five seconds. The other page is an ordinary one of 100 kB, which arrives last.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from statistics import quantiles

from page_stats_core.deadline import Deadline
from page_stats_core.page.fetch.flow import Page
from page_stats_core.page.work import parse_in_turn
from page_stats_core.workers import run_in_thread

from benchmarks.inputs import HOSTILE, UTF8, dense
from benchmarks.measuring import Row

SLOW = ("'<p hidden>' repeated", "'<svg><p>' repeated", "tags of different names in svg", "'&#' repeated")
PAGES, SECONDS = 20, 5
TARGET_LATE, TARGET_ORDINARY = 50.0, 1.0


def measure() -> Iterator[Row]:
    """Yield a row for the lateness and one for the ordinary page."""
    late, took = asyncio.run(_measured())
    yield Row(f"{PAGES} hostile pages: lateness of the loop, 99th percentile", late * 1000, "ms", target=TARGET_LATE)
    yield Row("an ordinary page of 100 kB meanwhile", took, "s", target=TARGET_ORDINARY)


async def _measured() -> tuple[float, float]:
    hostile = [HOSTILE[name](2_000_000) for name in SLOW]
    parses = [asyncio.create_task(_parse(hostile[number % len(hostile)])) for number in range(PAGES)]
    await asyncio.sleep(0.2)
    ordinary = asyncio.create_task(_timed(dense(100_000)))
    lateness = await _lateness()
    for parse in parses:
        parse.cancel()
    await asyncio.gather(*parses, return_exceptions=True)
    return quantiles(lateness, n=100)[-1], await ordinary


async def _parse(body: bytes) -> None:
    page = Page("http://a.test/", 200, UTF8, UTF8, bytearray(body), truncated=False)
    deadline = Deadline(60)
    await run_in_thread(lambda check: parse_in_turn(page, deadline, check))


async def _timed(body: bytes) -> float:
    start = time.perf_counter()
    await _parse(body)
    return time.perf_counter() - start


async def _lateness() -> list[float]:
    """Return how many seconds late each sleep of a millisecond ends."""
    late = []
    end = time.perf_counter() + SECONDS
    while (start := time.perf_counter()) < end:
        await asyncio.sleep(0.001)
        late.append(time.perf_counter() - start - 0.001)
    return late
