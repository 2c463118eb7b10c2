"""Resolve host names in threads, because a system call that hangs cannot be interrupted, only abandoned."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from page_stats_core.forks import reset_after_fork
from page_stats_core.page.fetch.operations import is_local
from page_stats_core.workers import settle

Lookup = Callable[[str, int], list[str]]
Answer = Future[list[str]]

THREADS: Final = 32
# How many threads names of one domain may use, so that a domain whose name servers hang does not stop all others.
THREADS_PER_DOMAIN: Final = 8


def system_lookup(host: str, port: int) -> list[str]:
    """Return the addresses of *host* from the system's resolver; raise ``OSError`` if there are none."""
    # The host is passed as bytes, because Python would apply its own, older IDNA rules to a str.
    found = socket.getaddrinfo(host.encode("ascii"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _domain(host: str) -> str:
    """Return the last two labels of *host*."""
    return ".".join(host.rstrip(".").rsplit(".", 2)[-2:])


class Resolver:
    """Runs look-ups in at most *threads* threads, which exit when idle. Further look-ups wait in a queue.

    Names that share their last two labels use at most *per_domain* of the threads. A process that was forked from this
    one starts with an empty queue and no threads.
    """

    def __init__(
        self, lookup: Lookup = system_lookup, threads: int = THREADS, per_domain: int = THREADS_PER_DOMAIN
    ) -> None:
        self._lookup = lookup
        self._threads = threads
        self._per_domain = per_domain
        self.reset()
        reset_after_fork(self)

    def reset(self) -> None:
        """Forget all look-ups and threads, as they do not exist in a forked process."""
        self._free = self._threads
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, dict[Answer, tuple[str, int]]] = {}  # by domain
        self._lock = threading.Lock()

    def submit(self, host: str, port: int) -> Answer:
        """Queue a look-up of *host* and return its answer, a future. It has addresses, or raises ``OSError``.

        If the look-up has not started, cancelling the answer removes the look-up from the queue.
        """
        answer: Answer = Future()
        domain = _domain(host)
        with self._lock:
            self._waiting.setdefault(domain, {})[answer] = (host, port)
            begins = self._free > 0 and self._running[domain] < self._per_domain
            self._free -= begins
        answer.add_done_callback(lambda done: self._forget(domain, done))
        if not begins:
            return answer
        try:
            threading.Thread(target=self._work, name="page-stats-resolver", daemon=True).start()
        except RuntimeError:  # no thread could be started: this look-up waits in the queue
            with self._lock:
                self._free += 1
        return answer

    def _forget(self, domain: str, answer: Answer) -> None:
        if answer.cancelled():
            with self._lock:
                self._take(domain, answer)

    def _take(self, domain: str, answer: Answer) -> tuple[str, int] | None:
        waiting = self._waiting.get(domain, {})
        asked = waiting.pop(answer, None)
        if not waiting:
            self._waiting.pop(domain, None)
        return asked

    def _work(self) -> None:
        domain = ""
        while following := self._next(domain):
            domain, answer, host, port = following
            settle(answer, lambda: self._look_up(host, port))  # noqa: B023  # called at once

    def _look_up(self, host: str, port: int) -> list[str]:
        try:
            return self._lookup(host, port)
        except Exception as error:  # any kind, if another library has replaced getaddrinfo
            if isinstance(error, OSError) and (isinstance(error, socket.gaierror) or is_local(error)):
                raise
            raise socket.gaierror(socket.EAI_FAIL, str(error)) from error

    def _next(self, done: str) -> tuple[str, Answer, str, int] | None:
        """Return the next look-up, with its domain; *done* is the domain of the look-up that ended, if any."""
        with self._lock:
            if done:
                self._running[done] -= 1
                if not self._running[done]:
                    del self._running[done]
            for domain, waiting in self._waiting.items():
                if self._running[domain] < self._per_domain:
                    answer = next(iter(waiting))
                    asked = self._take(domain, answer)
                    assert asked
                    self._running[domain] += 1
                    return domain, answer, *asked
            self._free += 1
            return None
