"""A server that never answers."""

from __future__ import annotations

import threading

from harness.servers.connection import Connection
from harness.servers.listener import Listener


class Silent(Listener):
    """A server that never answers. It sets ``asked`` on a request, and ``left`` when the client disconnects."""

    def __init__(self, host: str) -> None:
        self.asked = threading.Event()
        self.left = threading.Event()
        super().__init__(host, self._hold)

    @property
    def url(self) -> str:
        return f"http://{self.authority}/"

    def _hold(self, connection: Connection) -> None:
        connection.read_request()
        self.asked.set()
        try:
            connection.hold()
        finally:
            self.left.set()
