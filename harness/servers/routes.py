"""The table of routes: a name, what it plays, and the function that plays it.

A URL's path is the name of a route and perhaps more: ``/hops/3`` is the route ``hops``, which is given ``3``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from harness.servers.answers import PAGE, answer
from harness.servers.connection import Connection, Request


@dataclass(frozen=True, slots=True)
class Visit:
    """What a route is given: the request, the rest of its path, and where the other servers are."""

    request: Request
    rest: str
    places: dict[str, str]


Play = Callable[[Connection, Visit], None]


@dataclass(frozen=True, slots=True)
class Route:
    """How a name is played, and what may follow it in a path; of what may go on for ever, an example or two."""

    play: Play
    rests: tuple[str, ...]


ROUTES: dict[str, Route] = {}


def route(name: str, rests: Iterable[str] = ("",)) -> Callable[[Play], Play]:
    """Put a function into the table."""

    def register(play: Play) -> Play:
        if name in ROUTES or not play.__doc__:
            raise ValueError(name)
        ROUTES[name] = Route(play, tuple(rests))
        return play

    return register


def paths() -> Iterator[str]:
    """Yield the path of everything that is played."""
    for name, each in sorted(ROUTES.items()):
        for rest in each.rests:
            yield f"/{name}/{rest}" if rest else f"/{name}"


def serve(connection: Connection, places: dict[str, str]) -> None:
    """Read one request and play its route."""
    request = connection.read_request()
    if request is None:
        connection.send(answer(b"", status=400))
        return
    name, _, rest = request.target.removeprefix("/").replace("?", "/", 1).partition("/")
    play = ROUTES[name].play if name in ROUTES else _unknown
    play(connection, Visit(request, rest, places))


def listing() -> dict[str, str]:
    """Return what each route plays, by name."""
    return {name: (inspect.getdoc(each.play) or "").partition("\n")[0] for name, each in sorted(ROUTES.items())}


def _unknown(connection: Connection, _: Visit) -> None:
    connection.send(answer(PAGE, status=404))
