"""Name lookups as plain functions: fixed, changing and hanging ones."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Mapping, Sequence

Lookup = Callable[[str, int], list[str]]


def table(names: Mapping[str, Sequence[str]]) -> Lookup:
    """Return a lookup of these names; others, and those without addresses, do not exist."""

    def lookup(host: str, port: int) -> list[str]:
        if not names.get(host):
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return list(names[host])

    return lookup


def rebinding(*answers: Sequence[str]) -> Lookup:
    """Return a lookup that gives any name the next of *answers* each time, and repeats the last."""
    left = list(answers)

    def lookup(host: str, port: int) -> list[str]:
        return list(left.pop(0) if len(left) > 1 else left[0])

    return lookup


class Hanging:
    """A lookup that hangs like a system call without a reply, until ``release`` is called."""

    def __init__(self) -> None:
        self._released = threading.Event()
        self.asked = 0

    def __call__(self, host: str, port: int) -> list[str]:
        """Wait, and then fail."""
        self.asked += 1
        self._released.wait()
        raise socket.gaierror(socket.EAI_AGAIN, "no answer")

    def release(self) -> None:
        """Let all lookups fail."""
        self._released.set()
