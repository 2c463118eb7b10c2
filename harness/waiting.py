"""Waiting for a condition."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SLACK_SECONDS: Final = 2.0


def eventually(holds: Callable[[], bool], seconds: float = SLACK_SECONDS, pause: float = 0.01) -> bool:
    """Wait until a condition holds, for at most *seconds*; return whether the condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True
