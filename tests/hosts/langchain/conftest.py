"""The fixture servers, a server that is busy for a while, and a run of an agent that is made either way."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langchain_page_stats import PageStatsTool
from servers import PUBLIC, Servers
from servers.answers import answer
from servers.connection import Connection
from servers.leftovers import client_sockets, eventually, page_stats_threads
from servers.listener import Listener

QUESTION = {"messages": [{"role": "user", "content": "Is it worth reading?"}]}

Run = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Yield the fixture servers."""
    if sys.platform != "linux":
        pytest.skip("only Linux has 127.0.0.2 without being asked")
    with Servers() as running:
        yield running


@pytest.fixture
def base(servers: Servers) -> str:
    """Return where the public server is."""
    return servers.places["base"]


class Busy(Listener):
    """A server that answers with each of some responses in turn, and then with the ordinary page."""

    def __init__(self, *responses: bytes) -> None:
        self._responses = iter(responses)
        super().__init__(PUBLIC, self._answer)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.authority}/"

    def _answer(self, connection: Connection) -> None:
        connection.read_request()
        connection.send(next(self._responses, answer()))


@pytest.fixture
def busy() -> Iterator[Callable[..., Busy]]:
    """Return what starts such a server; all are closed afterwards."""
    running: list[Busy] = []

    def start(*responses: bytes) -> Busy:
        running.append(Busy(*responses))
        return running[-1]

    yield start
    for server in running:
        server.close()


@pytest.fixture
def tool() -> PageStatsTool:
    """Return a tool that hands failures to the model."""
    return PageStatsTool(allowed_hosts=[PUBLIC])


@pytest.fixture
def raising() -> PageStatsTool:
    """Return a tool that raises failures."""
    return PageStatsTool(allowed_hosts=[PUBLIC], handle_tool_error=False)


@pytest.fixture(params=["invoke", "ainvoke"])
def run(request: pytest.FixtureRequest) -> Run:
    """Return what runs an agent, blocking or on an event loop; it is asked the question unless told otherwise."""

    def once(agent: Any, given: Any = QUESTION, **options: Any) -> dict[str, Any]:
        if request.param == "invoke":
            return agent.invoke(given, **options)
        return asyncio.run(agent.ainvoke(given, **options))

    return once


@pytest.fixture(autouse=True)
def leaves_nothing(servers: Servers) -> Iterator[None]:
    """Show of every test that the calls it makes leave neither a socket nor a thread."""
    sockets = client_sockets()
    yield
    assert eventually(lambda: client_sockets() <= sockets), client_sockets() - sockets
    assert eventually(lambda: not page_stats_threads()), page_stats_threads()
