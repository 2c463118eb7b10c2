"""Resolve host names in threads, because a system call that hangs cannot be interrupted, only abandoned."""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from page_stats_core.workers import settle

Lookup = Callable[[str, int], list[str]]
Answer = Future[list[str]]

THREADS = 32


def system_lookup(host: str, port: int) -> list[str]:
    """Return the addresses of *host* from the system's resolver; raise ``OSError`` if there are none."""
    try:
        # The host is passed as bytes, because Python would apply its own, older IDNA rules to a str.
        found = socket.getaddrinfo(host.encode("ascii"), port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise socket.gaierror(socket.EAI_NONAME, str(error)) from None
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Resolver:
    """Runs look-ups in at most ``THREADS`` threads, which exit when idle. Further look-ups wait in a queue."""

    def __init__(self, lookup: Lookup = system_lookup, threads: int = THREADS) -> None:
        self._lookup = lookup
        self._free = threads
        self._waiting: deque[tuple[Answer, str, int]] = deque()
        self._lock = threading.Lock()

    def submit(self, host: str, port: int) -> Answer:
        """Queue a look-up of *host* and return its answer, a future.

        If the look-up has not started, cancelling the answer cancels the look-up.
        """
        answer: Answer = Future()
        with self._lock:
            self._waiting.append((answer, host, port))
            if not self._free:
                return answer
            self._free -= 1
        try:
            threading.Thread(target=self._work, name="page-stats-resolver", daemon=True).start()
        except RuntimeError:  # no thread could be started: this look-up waits in the queue
            with self._lock:
                self._free += 1
        return answer

    def _work(self) -> None:
        while waiting := self._next():
            answer, host, port = waiting
            settle(answer, partial(self._lookup, host, port))

    def _next(self) -> tuple[Answer, str, int] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._free += 1
            return None
