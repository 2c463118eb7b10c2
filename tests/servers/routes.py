"""The table of routes: a name, what it plays, and the function that plays it.

A URL's path is the name of a route and perhaps more: ``/hops/3`` is the route ``hops``, which is given ``3``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from servers.answers import PAGE, answer
from servers.connection import Connection, Request


@dataclass(frozen=True, slots=True)
class Visit:
    """What a route is given: the request, the rest of its path, and where the other servers are."""

    request: Request
    rest: str
    places: dict[str, str]


Play = Callable[[Connection, Visit], None]
ROUTES: dict[str, Play] = {}


def route(name: str) -> Callable[[Play], Play]:
    """Put a function into the table."""

    def register(play: Play) -> Play:
        if name in ROUTES or not play.__doc__:
            raise ValueError(name)
        ROUTES[name] = play
        return play

    return register


def serve(connection: Connection, places: dict[str, str]) -> None:
    """Read one request and play its route."""
    request = connection.read_request()
    if request is None:
        connection.send(answer(b"", status=400))
        return
    name, _, rest = request.target.removeprefix("/").replace("?", "/", 1).partition("/")
    play = ROUTES.get(name, _unknown)
    play(connection, Visit(request, rest, places))


def listing() -> dict[str, str]:
    """Return what each route plays, by name."""
    return {name: (inspect.getdoc(play) or "").partition("\n")[0] for name, play in sorted(ROUTES.items())}


def _unknown(connection: Connection, _: Visit) -> None:
    connection.send(answer(PAGE, status=404))
