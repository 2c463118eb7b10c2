"""The deadline of a call (§5.2)."""

from __future__ import annotations

import time
from collections.abc import Callable

from page_stats_core.contract import PageStatsError, fail

_TURN_SECONDS = 0.005
# Not 0: gevent would then run dozens of turns before it checks timers and sockets.
_REST_SECONDS = 1e-6


class Deadline:
    """The deadline of one call, *seconds* after this object is created."""

    def __init__(self, seconds: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        now = clock()
        self._end = now + seconds
        self._turn_end = now + _TURN_SECONDS

    def left(self) -> float:
        """Return the remaining seconds, always more than 0; raise ``PageStatsError`` (``timeout``) when none remain."""
        left = self._end - self._clock()
        if left <= 0:
            raise self.error()
        return left

    def tick(self) -> None:
        """Raise at the deadline, and let other threads run every few milliseconds.

        Call this often from long-running work. It sleeps rarely because a sleep at each tick would cost more than the
        work. If gevent has patched ``time.sleep``, other greenlets run as well.
        """
        now = self._end - self.left()
        if now >= self._turn_end:
            time.sleep(_REST_SECONDS)
            self._turn_end = self._clock() + _TURN_SECONDS

    def error(self) -> PageStatsError:
        """Return the ``timeout`` error for this call."""
        return fail("timeout", timeout_seconds=self._seconds)
