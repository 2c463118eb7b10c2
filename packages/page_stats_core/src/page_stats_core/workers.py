"""Run long work in a thread so that it does not block the event loop, and stop it when it is no longer needed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class _UnwantedError(Exception):
    """The caller no longer waits for the result."""


def settle(future: Future[T], function: Callable[[], T]) -> None:
    """Call *function* and set *future* to its result or error, unless *future* was cancelled."""
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(function())
        except Exception as error:  # raised to the caller
            future.set_exception(error)


async def run_in_thread(function: Callable[[Callable[[], None]], T]) -> T:
    """Run *function* in a new thread and return its result.

    *function* receives a check to call regularly; the check raises once the caller has been cancelled.
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
    except RuntimeError:  # no thread available: a blocked loop is better than no answer
        work()
    try:
        return await asyncio.wrap_future(result)
    finally:
        unwanted.set()
