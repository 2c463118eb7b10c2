"""The driver for threads, and for greenlets if gevent has patched the standard library."""

from __future__ import annotations

import socket

from page_stats_core.deadline import Deadline
from page_stats_core.page.fetch.operations import (
    RECEIVE_BYTES,
    Close,
    Compute,
    Connect,
    Flow,
    Operation,
    Pause,
    Receive,
    Resolve,
    Send,
    T,
)
from page_stats_core.page.fetch.resolve import Resolver


def run(flow: Flow[T], deadline: Deadline, resolver: Resolver) -> T:
    """Run *flow* to completion and return its result. The socket is closed in every case."""
    driver = _Driver(deadline, resolver)
    try:
        operation = next(flow)
        while True:
            try:
                result = driver.perform(operation)
            except OSError as error:
                if isinstance(error, TimeoutError) and error.errno is None:  # our deadline, not the system's ETIMEDOUT
                    raise deadline.error() from None
                operation = flow.throw(error)
            else:
                operation = flow.send(result)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        driver.close()


class _Driver:
    def __init__(self, deadline: Deadline, resolver: Resolver) -> None:
        self._deadline = deadline
        self._resolver = resolver
        self._socket: socket.socket | None = None

    def perform(self, operation: Operation) -> object:
        match operation:
            case Receive():
                return self._timed().recv(RECEIVE_BYTES)
            case Compute(function):
                return function()
            case Pause():
                self._deadline.tick()
            case Send(data):
                self._timed().sendall(data)
            case Connect(addresses, port):
                self._connect(addresses, port)
            case Resolve(host, port):
                return self._resolve(host, port)
            case Close():
                self.close()
        return None

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def _timed(self) -> socket.socket:
        assert self._socket
        self._socket.settimeout(self._deadline.left())
        return self._socket

    def _connect(self, addresses: tuple[str, ...], port: int) -> None:
        for left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            share = self._deadline.left() / left
            self._socket = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
            self._socket.settimeout(share)
            try:
                self._socket.connect((address, port))
            except OSError:
                self.close()
                if left == 1:
                    raise
            else:
                return

    def _resolve(self, host: str, port: int) -> list[str]:
        answer = self._resolver.submit(host, port)
        try:
            return answer.result(timeout=self._deadline.left())
        finally:
            answer.cancel()
