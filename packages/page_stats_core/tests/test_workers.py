"""Running work in a thread from an event loop."""

from __future__ import annotations

import asyncio
import threading

import pytest
from page_stats_core.workers import run_in_thread


def test_result() -> None:
    """The function runs in a separate thread, and its result is returned."""
    assert asyncio.run(run_in_thread(lambda _: threading.current_thread().name)) == "page-stats-work"


def test_error() -> None:
    """An error in the function is raised to the caller."""

    def fail(_: object) -> None:
        raise ValueError("low water")

    with pytest.raises(ValueError, match="low water"):
        asyncio.run(run_in_thread(fail))


def test_cancelled() -> None:
    """If the caller is cancelled, the function stops when it next calls ``check``."""
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
    """If no thread can be started, the function runs in the thread of the event loop."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert asyncio.run(run_in_thread(lambda _: threading.current_thread())) is threading.main_thread()
