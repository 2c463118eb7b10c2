"""The table of routes: the name of each route, and the function that answers its requests.

The path of a URL consists of a route's name and a rest. For example, ``/hops/3`` has the name ``hops`` and the
rest ``3``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from harness.servers.answers import PAGE, answer
from harness.servers.connection import Connection, Request


@dataclass(frozen=True, slots=True)
class Visit:
    """The input of a route's function: the request, the rest of its path, and the servers' addresses by placeholder."""

    request: Request
    rest: str
    places: dict[str, str]


Respond = Callable[[Connection, Visit], None]


@dataclass(frozen=True, slots=True)
class Route:
    """A route's function, and the rests with which tests request the route."""

    respond: Respond
    rests: tuple[str, ...]


ROUTES: dict[str, Route] = {}


def route(name: str, rests: Iterable[str] = ("",)) -> Callable[[Respond], Respond]:
    """Register a function as a route; the first line of the function's docstring describes the route."""

    def register(respond: Respond) -> Respond:
        if name in ROUTES or not respond.__doc__:
            raise ValueError(name)
        ROUTES[name] = Route(respond, tuple(rests))
        return respond

    return register


def paths() -> Iterator[str]:
    """Yield every path that tests request: each route with each of its rests."""
    for name, each in sorted(ROUTES.items()):
        for rest in each.rests:
            yield f"/{name}/{rest}" if rest else f"/{name}"


def serve(connection: Connection, places: dict[str, str]) -> None:
    """Read one request and call the function of its route."""
    request = connection.read_request()
    if request is None:
        connection.send(answer(b"", status=400))
        return
    name, _, rest = request.target.removeprefix("/").replace("?", "/", 1).partition("/")
    respond = ROUTES[name].respond if name in ROUTES else _unknown
    respond(connection, Visit(request, rest, places))


def listing() -> dict[str, str]:
    """Return the routes' descriptions by name."""
    return {name: (inspect.getdoc(each.respond) or "").partition("\n")[0] for name, each in sorted(ROUTES.items())}


def _unknown(connection: Connection, _: Visit) -> None:
    connection.send(answer(PAGE, status=404))
