"""The deadline of a call (§5.2)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from page_stats_core.coerce import as_int, as_str
from page_stats_core.contract import PageStatsError, fail
from page_stats_core.declarations import TIMEOUT_DEFAULT, TIMEOUT_MAX

_SECONDS = re.compile(r"([0-9]{1,3})(?:\.0+)?")

_TURN_SECONDS = 0.005
# Not 0, because after a sleep of 0, gevent runs other greenlets dozens of times before it checks timers and sockets.
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
        """Return the remaining seconds, always more than 0; raise ``PageStatsError`` (``timeout``) at the deadline."""
        left = self._end - self._clock()
        if left <= 0:
            raise self.error()
        return left

    def tick(self) -> None:
        """Raise ``PageStatsError`` (``timeout``) at the deadline, and let other threads run every few milliseconds.

        Long-running work calls this method often. Only a few of the calls sleep, because sleeping in every call would
        take longer than the work. If gevent has patched ``time.sleep``, other greenlets run as well.
        """
        now = self._end - self.left()
        if now >= self._turn_end:
            time.sleep(_REST_SECONDS)
            self._turn_end = self._clock() + _TURN_SECONDS

    def error(self) -> PageStatsError:
        """Return the ``timeout`` error for the call that has this deadline."""
        return fail("timeout", timeout_seconds=self._seconds)


def read_timeout(value: object) -> int:
    """Convert the argument ``timeout_seconds`` to an int (§1.5, §1.6). Empty text means the default.

    Raises ``PageStatsError`` (``invalid_parameter``) for an invalid *value*.
    """
    text = as_str(value)
    if text == "":
        return TIMEOUT_DEFAULT
    if text is None:
        seconds = as_int(value)
    else:
        digits = _SECONDS.fullmatch(text)
        seconds = int(digits[1]) if digits else None
    if seconds is None or not 1 <= seconds <= TIMEOUT_MAX:
        raise fail("timeout_seconds", parameter="timeout_seconds")
    return seconds
