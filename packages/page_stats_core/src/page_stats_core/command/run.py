"""The pipeline: URLs in, results out in the same order, with bounded memory and a bounded load on each host.

Pure asyncio; where URLs come from and how results are shown is decided elsewhere.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final
from weakref import WeakValueDictionary

import ada_url

Payload = Mapping[str, Any]
Fetch = Callable[[str], Awaitable[Payload]]
Show = Callable[[str, Payload], Awaitable[None]]

PER_HOST: Final = 2
# The maximum number of URLs taken but not yet shown, as a multiple of the concurrency. It bounds what one slow page
# holds up.
WINDOW: Final = 4


async def run(urls: AsyncIterator[str], fetch: Fetch, show: Show, concurrency: int) -> None:
    """Fetch *urls*, at most *concurrency* at once and two per host, and show the results in the order of *urls*.

    At most ``WINDOW`` × *concurrency* URLs are taken before their results are shown. On cancellation, results that are
    done are shown, but not awaited, so *show* must take effect when it is called.
    """
    limited = _limit(fetch, concurrency)
    waiting: deque[tuple[str, asyncio.Task[Payload]]] = deque()
    room = asyncio.Semaphore(WINDOW * concurrency - 1)  # minus the URL being taken
    arrived = asyncio.Semaphore(0)

    async def take() -> None:
        try:
            async for url in urls:
                waiting.append((url, asyncio.create_task(limited(url))))
                arrived.release()
                await room.acquire()
        finally:
            arrived.release()

    taking = asyncio.create_task(take())
    try:
        while await arrived.acquire() and waiting:
            url, task = waiting[0]
            payload = await task
            waiting.popleft()
            await show(url, payload)
            room.release()
        await taking
    except asyncio.CancelledError:
        for url, task in waiting:
            if task.done() and not task.cancelled():
                show(url, task.result())
        raise
    finally:
        await _cancel(taking, *(task for _, task in waiting))


def _limit(fetch: Fetch, concurrency: int) -> Callable[[str], Coroutine[Any, Any, Payload]]:
    """Wrap *fetch* so that each call waits for room on its host, then for overall room."""
    everywhere = asyncio.Semaphore(concurrency)
    hosts: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def limited(url: str) -> Payload:
        host = hosts.setdefault(_host(url), asyncio.Semaphore(PER_HOST))
        async with host, everywhere:
            return await fetch(url)

    return limited


def _host(url: str) -> str:
    try:
        return ada_url.URL(url).hostname
    except ValueError:
        return ""  # the fetch will reject it


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
