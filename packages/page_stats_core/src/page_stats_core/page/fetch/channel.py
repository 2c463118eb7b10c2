"""The interface of channels (connections with or without TLS), and the channel without TLS."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from page_stats_core.contract import fail
from page_stats_core.page.fetch.operations import RECEIVE, Flow, Send


class Channel(Protocol):
    """A byte stream in both directions. A broken connection raises ``unreachable`` with reason ``reset`` (§5.13)."""

    def send(self, data: bytes) -> Flow[None]:
        """Send all of *data*."""
        ...

    def receive(self) -> Flow[bytes]:
        """Return received bytes, or ``b""`` at the end."""
        ...


def receive() -> Flow[bytes]:
    """Return bytes received on the connection, or ``b""`` at the end."""
    try:
        data: bytes = yield RECEIVE
    except OSError:
        raise fail("unreachable.reset") from None
    return data


def send(data: bytes) -> Flow[None]:
    """Send *data* on the connection, ignoring errors.

    The server may have responded before the connection broke. The next ``receive`` then returns the response. If
    there is no response, ``receive`` raises the error.
    """
    with suppress(OSError):
        yield Send(data)


class PlainChannel:
    """The bare connection, without TLS."""

    def send(self, data: bytes) -> Flow[None]:
        """Send all of *data*."""
        return send(data)

    def receive(self) -> Flow[bytes]:
        """Return received bytes, or ``b""`` at the end."""
        return receive()
