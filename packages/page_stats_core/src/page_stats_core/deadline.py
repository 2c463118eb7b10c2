"""The one clock of a call (§5.2)."""

from __future__ import annotations

import time
from collections.abc import Callable

from page_stats_core.contract import PageStatsError, fail


class Deadline:
    """The end of a call's time; begins to run when it is made."""

    def __init__(self, seconds: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """Return the seconds that are left, more than 0; raise ``PageStatsError`` (``timeout``) when none are."""
        left = self._end - self._clock()
        if left <= 0:
            raise self.error()
        return left

    def error(self) -> PageStatsError:
        """Make the error for a call that ran out of time."""
        return fail("timeout", timeout_seconds=self._seconds)
