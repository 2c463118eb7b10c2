"""Replacements for the system's name lookup: with fixed answers, with changing answers, and without an answer."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Mapping, Sequence

Lookup = Callable[[str, int], list[str]]


def table(names: Mapping[str, Sequence[str]]) -> Lookup:
    """Return a lookup that resolves a name only if *names* has at least one address for it."""

    def lookup(host: str, port: int) -> list[str]:
        if not names.get(host):
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return list(names[host])

    return lookup


def rebinding(*answers: Sequence[str]) -> Lookup:
    """Return a lookup that ignores the name: each call returns the next of *answers*, and the last is repeated."""
    left = list(answers)

    def lookup(host: str, port: int) -> list[str]:
        return list(left.pop(0) if len(left) > 1 else left[0])

    return lookup


class Hanging:
    """A lookup that hangs until ``release`` is called, like a system call that gets no reply."""

    def __init__(self) -> None:
        self._released = threading.Event()
        self.asked = 0

    def __call__(self, host: str, port: int) -> list[str]:
        """Wait until ``release`` is called, and then fail."""
        self.asked += 1
        self._released.wait()
        raise socket.gaierror(socket.EAI_AGAIN, "no answer")

    def release(self) -> None:
        """Make all hanging lookups fail."""
        self._released.set()
