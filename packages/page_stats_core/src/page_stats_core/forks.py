"""Reset objects in a forked process, in which the threads of its parent do not exist and locks may stay held."""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet


class Resettable(Protocol):
    """An object that can forget its threads, locks and queues."""

    def reset(self) -> None:
        """Return to the state of a new object."""
        ...


_OBJECTS: WeakSet[Resettable] = WeakSet()


def reset_after_fork(one: Resettable) -> None:
    """Call the ``reset`` of *one* in every process that is forked from this one."""
    _OBJECTS.add(one)


def _reset_all() -> None:
    for one in _OBJECTS:
        one.reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_all)
