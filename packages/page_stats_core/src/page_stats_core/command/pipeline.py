"""The pipeline: subjects in, results out in the same order, with bounded memory and a bounded load on each group.

Pure asyncio; where subjects come from and how results are shown is decided elsewhere.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final
from weakref import WeakValueDictionary

from page_stats_core.page.command import GROUP_MAX, group_of

Payload = Mapping[str, Any]
Call = Callable[[str], Awaitable[Payload]]
Show = Callable[[str, Payload], Awaitable[None]]

# The maximum number of subjects taken but not yet shown, as a multiple of the concurrency. It bounds what one slow call
# holds up.
WINDOW: Final = 4


async def run(subjects: AsyncIterator[str], call: Call, show: Show, concurrency: int) -> None:
    """Call for each of *subjects*, at most *concurrency* at once and ``GROUP_MAX`` per group; show results in order.

    At most ``WINDOW`` × *concurrency* subjects are taken before their results are shown. On cancellation, results that
    are done are shown, but not awaited, so *show* must take effect when it is called.
    """
    limited = _limit(call, concurrency)
    waiting: deque[tuple[str, asyncio.Task[Payload]]] = deque()
    room = asyncio.Semaphore(WINDOW * concurrency - 1)  # minus the one being taken
    arrived = asyncio.Semaphore(0)

    async def take() -> None:
        try:
            async for subject in subjects:
                waiting.append((subject, asyncio.create_task(limited(subject))))
                arrived.release()
                await room.acquire()
        finally:
            arrived.release()

    taking = asyncio.create_task(take())
    try:
        while await arrived.acquire() and waiting:
            subject, task = waiting[0]
            payload = await task
            waiting.popleft()
            await show(subject, payload)
            room.release()
        await taking
    except asyncio.CancelledError:
        for subject, task in waiting:
            if task.done() and not task.cancelled():
                show(subject, task.result())
        raise
    finally:
        await _cancel(taking, *(task for _, task in waiting))


def _limit(call: Call, concurrency: int) -> Callable[[str], Coroutine[Any, Any, Payload]]:
    """Wrap *call* so that it waits for room in its group, then for overall room."""
    everywhere = asyncio.Semaphore(concurrency)
    groups: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def limited(subject: str) -> Payload:
        group = groups.setdefault(group_of(subject), asyncio.Semaphore(GROUP_MAX))
        async with group, everywhere:
            return await call(subject)

    return limited


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
