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


def settle(future: Future[T], function: Callable[[], T]) -> None:
    """Give *future* what *function* returns or raises; a future that was cancelled drops the call."""
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(function())
        except Exception as error:  # it is the caller's
            future.set_exception(error)


async def run_in_thread(function: Callable[[Callable[[], None]], T]) -> T:
    """Run *function* in a thread of its own and return what it returns.

    It is given a check to call now and then, which ends it once the caller has been cancelled.
    """
    result: Future[T] = Future()
    unwanted = threading.Event()

    def check() -> None:
        if unwanted.is_set():
            raise _UnwantedError

    def work() -> None:
        settle(result, lambda: function(check))

    try:
        threading.Thread(target=work, name="page-stats-parse", daemon=True).start()
    except RuntimeError:  # the system has no thread to give; an answer that holds up the loop is better than none
        work()
    try:
        return await asyncio.wrap_future(result)
    finally:
        unwanted.set()
