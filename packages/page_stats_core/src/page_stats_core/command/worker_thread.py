"""A thread for blocking calls, such as reading a list or writing to a full pipe."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Self, TypeVar, cast

T = TypeVar("T")


class WorkerThread:
    """A thread that runs functions one at a time, in the order in which they are submitted.

    The thread is a daemon, so the process does not wait for a blocked function at exit. A submitted function runs even
    if its caller no longer waits for the result.
    """

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def post(self, function: Callable[[], None]) -> None:
        """Submit *function*, which must not raise; its result is discarded."""
        self._calls.put(function)

    def call(self, function: Callable[[], T]) -> asyncio.Future[T]:
        """Submit *function* and return a future for its result or exception. Requires a running event loop."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        future.add_done_callback(_look_at_error)

        def settle(outcome: T | None, error: Exception | None) -> None:
            if future.done():
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(cast("T", outcome))

        def work() -> None:
            outcome, error = None, None
            try:
                outcome = function()
            except Exception as raised:  # raised again where the future is awaited
                error = raised
            with suppress(RuntimeError):  # raised if the loop is closed
                loop.call_soon_threadsafe(settle, outcome, error)

        self.post(work)
        return future

    def stop(self) -> None:
        """Make the thread stop after all submitted functions. This method does not wait for the thread."""
        self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            call()


def _look_at_error(future: asyncio.Future[Any]) -> None:
    """Mark the exception as retrieved, so that asyncio does not log it if nobody awaits *future*."""
    if not future.cancelled():
        future.exception()
