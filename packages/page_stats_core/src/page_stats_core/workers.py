"""Run long work in a thread, so that the event loop is not blocked, and stop work whose result is not needed."""

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
    """Call *function* and set its result or exception on *future*; do nothing if *future* was cancelled."""
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(function())
        except Exception as error:  # raised again where the future is awaited
            future.set_exception(error)


async def run_in_thread(function: Callable[[Callable[[], None]], T]) -> T:
    """Run *function* in a new thread and return its result.

    *function* receives one argument, a function ``check`` that it must call regularly. Once the caller is cancelled,
    ``check`` raises an exception that stops *function*.
    """
    result: Future[T] = Future()
    unwanted = threading.Event()

    def check() -> None:
        if unwanted.is_set():
            raise _UnwantedError

    def work() -> None:
        settle(result, lambda: function(check))

    try:
        threading.Thread(target=work, name="page-stats-work", daemon=True).start()
    except RuntimeError:  # no thread can start: block the event loop rather than fail
        work()
    try:
        return await asyncio.wrap_future(result)
    finally:
        unwanted.set()
