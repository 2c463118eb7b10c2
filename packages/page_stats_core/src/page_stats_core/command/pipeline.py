"""Call the tool for many subjects (inputs) at once, and show the results in the order of the subjects.

Memory is bounded. The number of simultaneous calls is limited in total and for each group of subjects, such as those
with the same host. The pipeline uses only asyncio. Other modules read the subjects and show the results.
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

# The maximum number of subjects whose calls were started but whose results are not yet shown, as a multiple of the
# concurrency. It limits how many results wait for one slow call.
WINDOW: Final = 4


async def run(subjects: AsyncIterator[str], call: Call, show: Show, concurrency: int) -> None:
    """Run *call* for each of *subjects* and *show* for each result, in the order of the subjects.

    At most *concurrency* calls run at once, and at most ``GROUP_MAX`` for subjects of the same group. At most
    ``WINDOW`` × *concurrency* subjects are in the pipeline at once; a subject leaves it when its result is shown.

    On cancellation, *show* is called for the results that are available, but is not awaited. *show* must therefore take
    effect when it is called, not when it is awaited.
    """
    limited = _limit(call, concurrency)
    waiting: deque[tuple[str, asyncio.Task[Payload]]] = deque()
    room = asyncio.Semaphore(WINDOW * concurrency - 1)  # minus 1, because the first subject needs no acquire
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
    """Return *call* with limits on the number of calls that run at once.

    A new call waits while ``GROUP_MAX`` calls of its group run, and then while *concurrency* calls run in total.
    """
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
