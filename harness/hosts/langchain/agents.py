"""The question that agents receive, and a server that fails before it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.servers import PUBLIC
from harness.servers.answers import answer
from harness.servers.connection import Connection
from harness.servers.listener import Listener

QUESTION = {"messages": [{"role": "user", "content": "Is it worth reading?"}]}

Run = Callable[..., dict[str, Any]]


class Busy(Listener):
    """A server that sends each of the given responses once, in order, and then always the ordinary page."""

    def __init__(self, *responses: bytes) -> None:
        self._responses = iter(responses)
        super().__init__(PUBLIC, self._answer)

    @property
    def url(self) -> str:
        return f"http://{self.authority}/"

    def _answer(self, connection: Connection) -> None:
        connection.read_request()
        connection.send(next(self._responses, answer()))
