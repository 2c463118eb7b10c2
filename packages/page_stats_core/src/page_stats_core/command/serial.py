"""A thread for calls that may block: reading a list, writing to a pipe that nobody empties."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Self, TypeVar, cast

T = TypeVar("T")


class SerialThread:
    """Makes calls one after the other, in the order in which they were asked for.

    It is a daemon: the process does not wait for a call that blocks. What was asked for is done even if nobody waits
    for it any more.
    """

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def post(self, function: Callable[[], None]) -> None:
        """Have *function*, which raises nothing, called."""
        self._calls.put(function)

    def call(self, function: Callable[[], T]) -> asyncio.Future[T]:
        """Have *function* called; what it returns or raises is the future's. Needs a running event loop."""
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
            except Exception as raised:  # it is the caller's
                error = raised
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(settle, outcome, error)

        self.post(work)
        return future

    def stop(self) -> None:
        """End the thread after the calls that were asked for; does not wait."""
        self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            call()


def _look_at_error(future: asyncio.Future[Any]) -> None:
    """Keep asyncio from reporting the error of a call that nobody waits for."""
    if not future.cancelled():
        future.exception()
