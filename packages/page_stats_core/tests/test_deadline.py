"""The deadline of a call (§5.2)."""

from __future__ import annotations

import subprocess
import sys
from itertools import count

import pytest
from page_stats_core.contract import PageStatsError
from page_stats_core.deadline import Deadline

TURNS = """
from gevent import monkey
monkey.patch_all()
import gevent
from itertools import count
from page_stats_core.deadline import Deadline

turns = 0
def take_turns():
    global turns
    while True:
        gevent.sleep(1e-6)
        turns += 1

gevent.spawn(take_turns)
clock = count()
deadline = Deadline(60, clock=lambda: next(clock) / 100)
for _ in range(1000):
    deadline.tick()
print(turns)
"""


def test_runs_out() -> None:
    """After the given number of seconds, ``tick`` raises a timeout failure that contains this number."""
    clock = count()
    deadline = Deadline(2, clock=lambda: float(next(clock)))
    assert deadline.left() == 1
    with pytest.raises(PageStatsError) as caught:
        deadline.tick()
    assert caught.value.failure.timeout_seconds == 2


def test_rests_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """If ``tick`` is called again and again, it sleeps every few milliseconds, not in every call."""
    rests: list[float] = []
    monkeypatch.setattr("page_stats_core.deadline.time.sleep", rests.append)
    clock = count()
    deadline = Deadline(60, clock=lambda: next(clock) / 1000)
    for _ in range(600):
        deadline.tick()
    assert 90 < len(rests) < 130


def test_greenlets_take_turns() -> None:
    """While ``tick`` pauses long work, gevent can run greenlets that wait for a timer."""
    ran = subprocess.run([sys.executable, "-c", TURNS], capture_output=True, text=True, timeout=60, check=True)
    assert int(ran.stdout) > 100
