"""The thread for blocking calls."""

import asyncio
import threading

import pytest
from page_stats_core.command.worker_thread import WorkerThread


def test_order():
    """Calls run one at a time, in submission order."""
    made: list[int] = []

    async def scene() -> list[int]:
        with WorkerThread("test") as thread:
            thread.post(lambda: made.append(0))
            calls = [thread.call(lambda number=number: made.append(number) or number) for number in (1, 2, 3)]
            return await asyncio.gather(*calls)

    assert asyncio.run(scene()) == [1, 2, 3]
    assert made == [0, 1, 2, 3]


def test_error():
    """An error is raised to the caller, and the next call still runs."""

    async def scene() -> int:
        with WorkerThread("test") as thread:
            with pytest.raises(ZeroDivisionError):
                await thread.call(lambda: 1 // 0)
            return await thread.call(lambda: 7)

    assert asyncio.run(scene()) == 7


def test_loop_goes_on():
    """The event loop keeps running while a call blocks."""
    release = threading.Event()

    async def scene() -> bool:
        with WorkerThread("test") as thread:
            blocked = thread.call(lambda: release.wait(60))
            await asyncio.sleep(0)
            assert not blocked.done()
            release.set()
            return await blocked

    assert asyncio.run(scene())


def test_nobody_waits(caplog):
    """A call runs even if nobody waits for its result and the event loop is closed. An error in it is not logged."""
    release, made = threading.Event(), threading.Event()

    async def scene() -> None:
        thread = WorkerThread("test")
        thread.call(lambda: release.wait(60)).cancel()
        thread.call(lambda: 1 // 0)
        thread.call(made.set)
        thread.stop()

    asyncio.run(scene())
    release.set()
    assert made.wait(60)
    assert caplog.records == []
