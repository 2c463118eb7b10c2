"""Taking turns: few pieces of long work at a time."""

from __future__ import annotations

import os
import threading

import pytest
from page_stats_core.turns import Turns

from harness.waiting import eventually


class _TooLateError(Exception):
    pass


def _no_time() -> float:
    raise _TooLateError


def _long() -> float:
    return 60


def _waiting(turns: Turns) -> int:
    return len(turns._waiting)


def test_no_more_than_allowed() -> None:
    """At most as many threads as there are places hold one, and all get theirs in the end."""
    turns, most, now, done = Turns(2, 0), 0, 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal most, now, done
        with turns.place(_long) as tick:
            for _ in range(50):
                with lock:
                    now += 1
                    most = max(most, now)
                with lock:
                    now -= 1
                tick()
        with lock:
            done += 1

    threads = [threading.Thread(target=work) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (most <= 2, done) == (True, 12)
    assert turns._free == 2


def test_first_come_first_served() -> None:
    """Work that gives up its place goes to the end of the queue."""
    turns, order = Turns(1, 0), []

    def other() -> None:
        with turns.place(_long):
            order.append("other")

    with turns.place(_long) as tick:
        thread = threading.Thread(target=other)
        thread.start()
        assert eventually(lambda: _waiting(turns) == 1)
        tick()
        order.append("first")
        tick()
    thread.join(5)
    assert order == ["other", "first"]


def test_short_work_is_done_in_one_turn() -> None:
    """A place is not given up before the turn is over, although others wait."""
    turns = Turns(1, 3600)
    with turns.place(_long) as tick:
        thread = threading.Thread(target=lambda: _use(turns))
        thread.start()
        assert eventually(lambda: _waiting(turns) == 1)
        tick()
        assert _waiting(turns) == 1
    thread.join(5)


def _use(turns: Turns) -> None:
    with turns.place(_long):
        pass


def test_no_time_left() -> None:
    """A call whose time ends while it waits leaves the queue, and the place stays with its holder."""
    turns = Turns(1)
    with turns.place(_long):
        with pytest.raises(_TooLateError), turns.place(_no_time):
            pass
        assert (_waiting(turns), turns._free) == (0, 0)
    assert turns._free == 1


def test_an_error_frees_the_place() -> None:
    """Work that fails frees its place, even if it fails while it waits to go on."""
    turns = Turns(1, 0)
    with pytest.raises(ZeroDivisionError), turns.place(_long):
        raise ZeroDivisionError
    assert turns._free == 1
    held, over = threading.Event(), threading.Event()

    def other() -> None:
        with turns.place(_long):
            held.set()
            over.wait(10)

    thread = threading.Thread(target=other)

    def left() -> float:
        if held.is_set():
            raise _TooLateError
        return 60

    def interrupted() -> None:
        with turns.place(left) as tick:
            thread.start()
            assert eventually(lambda: _waiting(turns) == 1)
            tick()

    with pytest.raises(_TooLateError):
        interrupted()
    over.set()
    thread.join(5)
    assert turns._free == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork: this system has none")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_process() -> None:
    """A process that is forked while a place is held, and the lock too, starts with all places free."""
    turns = Turns(1)
    with turns.place(_long), turns._lock:
        child = os.fork()
        if not child:
            with turns.place(_no_time):
                os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
