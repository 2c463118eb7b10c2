"""Routes that send no response."""

from __future__ import annotations

from harness.servers.connection import Connection
from harness.servers.routes import Visit, route


@route("never")
def never(connection: Connection, _: Visit) -> None:
    """Act as a server that reads the request and never answers."""
    connection.hold()


@route("close")
def close(connection: Connection, _: Visit) -> None:
    """Act as a server that closes the connection without an answer."""


@route("reset")
def reset(connection: Connection, _: Visit) -> None:
    """Act as a server that resets the connection without an answer."""
    connection.reset()
