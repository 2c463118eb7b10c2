"""Listening sockets on loopback addresses, with a thread per connection and a clean shutdown.

This module does not depend on HTTP.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Self

from harness.servers.connection import Connection, Gone

Handler = Callable[[Connection], None]


class Listener:
    """Runs *handle* for each connection in its own thread, and closes the connection afterwards.

    The system chooses the port unless it is given. ``connections`` counts all accepted connections.
    """

    def __init__(self, host: str, handle: Handler, port: int = 0) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, backlog=256)
        self.host: str = host
        self.port: int = self._socket.getsockname()[1]
        self.connections = 0
        self._handle = handle
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._open: dict[threading.Thread, Connection] = {}
        self._acceptor = threading.Thread(target=self._accept, name=f"listener {host}:{self.port}", daemon=True)
        self._acceptor.start()

    @property
    def authority(self) -> str:
        """Host and port as in a URL."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def close(self) -> None:
        """Stop listening, shut down all connections and wait for all threads."""
        self._closing.set()
        _shut(self._socket)
        self._acceptor.join()
        self._socket.close()
        with self._lock:
            threads = list(self._open)
            for connection in self._open.values():
                _shut(connection.socket)
        for thread in threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                peer, _ = self._socket.accept()
            except OSError:  # woken by close()
                return
            self.connections += 1
            connection = Connection(peer, self._closing)
            thread = threading.Thread(target=self._serve, args=(connection,), name="connection", daemon=True)
            with self._lock:
                self._open[thread] = connection
            thread.start()

    def _serve(self, connection: Connection) -> None:
        try:
            self._handle(connection)
        except (Gone, OSError):  # the peer disconnected, or close() cut the connection
            connection.abandon()
        finally:
            connection.close()
            with self._lock:
                del self._open[threading.current_thread()]


class FullQueue:
    """A port whose queue of pending connections is full: new connections are neither accepted nor refused."""

    def __init__(self, host: str, port: int = 0) -> None:
        self._socket = socket.create_server((host, port), backlog=0)
        self.host: str = host
        self.port: int = self._socket.getsockname()[1]
        self._pending = [self._attempt() for _ in range(4)]

    def close(self) -> None:
        for each in [*self._pending, self._socket]:
            each.close()

    def _attempt(self) -> socket.socket:
        attempt = socket.socket()
        attempt.setblocking(False)
        attempt.connect_ex((self.host, self.port))
        return attempt


class Refused:
    """A reserved port without a listener, where connections are refused."""

    def __init__(self, host: str) -> None:
        self._socket = socket.socket()
        self._socket.bind((host, 0))
        self.host: str = host
        self.port: int = self._socket.getsockname()[1]

    def close(self) -> None:
        self._socket.close()


def _shut(each: socket.socket) -> None:
    """Wake any thread that waits for the socket. Closing the socket would not wake the thread."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(each, socket.SHUT_RDWR)  # a TLS socket's own shutdown() also discards its keys
