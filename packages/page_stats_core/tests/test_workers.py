"""Work in threads that an event loop waits for."""

from __future__ import annotations

import asyncio
import threading

import pytest
from page_stats_core.workers import run_in_thread


def test_result() -> None:
    """What the function returns is returned, from a thread of its own."""
    assert asyncio.run(run_in_thread(lambda _: threading.current_thread().name)) == "page-stats-parse"


def test_error() -> None:
    """What the function raises is raised."""

    def fail(_: object) -> None:
        raise ValueError("low water")

    with pytest.raises(ValueError, match="low water"):
        asyncio.run(run_in_thread(fail))


def test_cancelled() -> None:
    """Once the caller is cancelled, the check ends the function."""
    begun, ended = threading.Event(), threading.Event()

    def work(check: object) -> None:
        begun.set()
        try:
            while True:
                check()
        finally:
            ended.set()

    async def cancel() -> None:
        task = asyncio.create_task(run_in_thread(work))
        await asyncio.to_thread(begun.wait, 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert ended.wait(5)


def test_no_thread_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has no thread to give, the event loop's own does the work."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert asyncio.run(run_in_thread(lambda _: threading.current_thread())) is threading.main_thread()
