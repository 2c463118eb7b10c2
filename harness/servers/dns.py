"""Ways to look a name up, as plain functions: from a table, changing, hanging."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Mapping, Sequence

Lookup = Callable[[str, int], list[str]]


def table(names: Mapping[str, Sequence[str]]) -> Lookup:
    """Return a look-up that knows these names; others, and those without addresses, do not exist."""

    def lookup(host: str, port: int) -> list[str]:
        if not names.get(host):
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return list(names[host])

    return lookup


def rebinding(*answers: Sequence[str]) -> Lookup:
    """Return a look-up that gives every name the next of the answers each time, the last one ever after."""
    left = list(answers)

    def lookup(host: str, port: int) -> list[str]:
        return list(left.pop(0) if len(left) > 1 else left[0])

    return lookup


class Hanging:
    """A look-up that hangs, like a system call without an answer, until ``release`` is called."""

    def __init__(self) -> None:
        self._released = threading.Event()
        self.asked = 0

    def __call__(self, host: str, port: int) -> list[str]:
        """Wait; then there is no such name."""
        self.asked += 1
        self._released.wait()
        raise socket.gaierror(socket.EAI_AGAIN, "no answer")

    def release(self) -> None:
        """Let all look-ups end."""
        self._released.set()
