"""A page that never comes, and the options of a server that may fetch it."""

from __future__ import annotations

import threading

from harness.servers import PUBLIC
from harness.servers.connection import Connection
from harness.servers.listener import Listener

OPTIONS = ("--allowed-host", PUBLIC)


class Silent(Listener):
    """A page that never comes: *asked* when somebody asks for it, *left* when they have left."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.left = threading.Event()
        super().__init__(PUBLIC, self._hold)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.authority}/"

    def _hold(self, connection: Connection) -> None:
        connection.read_request()
        self.asked.set()
        try:
            connection.hold()
        finally:
            self.left.set()
