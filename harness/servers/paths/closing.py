"""Routes that send no response."""

from __future__ import annotations

from harness.servers.connection import Connection
from harness.servers.routes import Visit, route


@route("never")
def never(connection: Connection, _: Visit) -> None:
    """Read the request and never answer."""
    connection.hold()


@route("close")
def close(connection: Connection, _: Visit) -> None:
    """Close the connection without an answer."""


@route("reset")
def reset(connection: Connection, _: Visit) -> None:
    """Reset the connection without an answer."""
    connection.reset()
