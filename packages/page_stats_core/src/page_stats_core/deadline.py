"""The one clock of a call (§5.2)."""

from __future__ import annotations

import time
from collections.abc import Callable

from page_stats_core.contract import PageStatsError, fail

_TURN_SECONDS = 0.005
# Not 0, at which gevent goes on for dozens of turns before it looks at timers and sockets.
_REST_SECONDS = 1e-6


class Deadline:
    """The end of a call's time; begins to run when it is made."""

    def __init__(self, seconds: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        now = clock()
        self._end = now + seconds
        self._turn_end = now + _TURN_SECONDS

    def left(self) -> float:
        """Return the seconds that are left, more than 0; raise ``PageStatsError`` (``timeout``) when none are."""
        left = self._end - self._clock()
        if left <= 0:
            raise self.error()
        return left

    def tick(self) -> None:
        """Do what long work owes others: raise when no time is left, and every few milliseconds let them run.

        Where gevent has patched ``time.sleep``, greenlets run too. A sleep at each tick would cost more than the work.
        """
        now = self._end - self.left()
        if now >= self._turn_end:
            time.sleep(_REST_SECONDS)
            self._turn_end = self._clock() + _TURN_SECONDS

    def error(self) -> PageStatsError:
        """Make the error for a call that ran out of time."""
        return fail("timeout", timeout_seconds=self._seconds)
