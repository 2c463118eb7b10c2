"""Let long work of many calls take turns, so that few pieces of it run at the same time."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from page_stats_core.forks import reset_after_fork

# How long a waiting call sleeps, in seconds, before it checks whether its result is still wanted.
_CHECK_SECONDS: Final = 0.1
# A turn lasts at least as long as most work takes, so that short work is done in one turn.
TURN_SECONDS: Final = 0.02


class Turns:
    """At most *places* pieces of work run at a time. Others wait in a queue, first come, first served.

    All threads, event loops and greenlets of a process share the places. A process that was forked from this one starts
    with all places free.
    """

    def __init__(self, places: int, turn_seconds: float = TURN_SECONDS) -> None:
        self._places = places
        self._turn_seconds = turn_seconds
        self.reset()
        reset_after_fork(self)

    def reset(self) -> None:
        """Free all places and forget who waits, as the threads do not exist in a forked process."""
        self._free = self._places
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    @contextmanager
    def place(self, left: Callable[[], float]) -> Iterator[Callable[[], None]]:
        """Wait for a place and hold it; yield a function to call often. It gives up the place if others wait.

        *left* returns the seconds for which to wait at most. It raises an exception if the work is to stop.
        """
        self._take(left)
        held, turn_end = True, time.monotonic() + self._turn_seconds

        def tick() -> None:
            nonlocal held, turn_end
            if self._waiting and time.monotonic() >= turn_end:
                held = False
                self._give()
                self._take(left)
                held, turn_end = True, time.monotonic() + self._turn_seconds

        try:
            yield tick
        finally:
            if held:
                self._give()

    def _take(self, left: Callable[[], float]) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn = threading.Event()
            self._waiting.append(turn)
        try:
            while not turn.wait(min(left(), _CHECK_SECONDS)):
                pass
        except BaseException:
            self._leave(turn)
            raise

    def _leave(self, turn: threading.Event) -> None:
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return
        self._give()  # its turn came at the last moment

    def _give(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1
