"""Work that an event loop cannot wait for, in a thread that stops when it is no longer wanted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class _UnwantedError(Exception):
    """Nobody waits for the result any more."""


async def run_in_thread(function: Callable[[Callable[[], None]], T]) -> T:
    """Run *function* in a thread of its own and return what it returns.

    It is given a check to call now and then, which ends it once the caller has been cancelled.
    """
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()
    unwanted = threading.Event()

    def check() -> None:
        if unwanted.is_set():
            raise _UnwantedError

    def work() -> None:
        try:
            result.set_result(function(check))
        except Exception as error:  # it is the caller's
            result.set_exception(error)

    try:
        threading.Thread(target=work, name="page-stats-parse", daemon=True).start()
    except RuntimeError:  # the system has no thread to give; an answer that holds up the loop is better than none
        work()
    try:
        return await asyncio.wrap_future(result)
    finally:
        unwanted.set()
