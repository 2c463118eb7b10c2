"""A channel without TLS, and what a channel is."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from page_stats_core.contract import fail
from page_stats_core.page.fetch.operations import RECEIVE, Flow, Send


class Channel(Protocol):
    """A way for bytes to go and come. A broken one is ``unreachable``, reason ``reset`` (§5.13)."""

    def send(self, data: bytes) -> Flow[None]:
        """Send all of *data*."""
        ...

    def receive(self) -> Flow[bytes]:
        """Receive some bytes, none at the end."""
        ...


def receive() -> Flow[bytes]:
    """Receive some bytes as they come from the connection."""
    try:
        data: bytes = yield RECEIVE
    except OSError:
        raise fail("unreachable.reset") from None
    return data


def send(data: bytes) -> Flow[None]:
    """Send bytes as they are. A connection that breaks here may hold an answer: what is received next tells."""
    with suppress(OSError):
        yield Send(data)


class PlainChannel:
    """The connection itself."""

    def send(self, data: bytes) -> Flow[None]:
        """Send all of *data*."""
        return send(data)

    def receive(self) -> Flow[bytes]:
        """Receive some bytes, none at the end."""
        return receive()
