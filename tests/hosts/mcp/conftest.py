"""Fixtures: a web server that never answers, our MCP server over HTTP, and every client that calls the tool."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.hosts.mcp.clients import Caller, PythonCaller, TypeScriptCaller
from harness.hosts.mcp.server import OPTIONS, Http
from harness.servers import PUBLIC, Servers
from harness.servers.silent import Silent


@pytest.fixture
def silent(servers: Servers) -> Iterator[Silent]:
    """Yield a web server that accepts requests and never answers."""
    with Silent(PUBLIC) as running:
        yield running


@pytest.fixture(scope="session")
def over_http(servers: Servers) -> Iterator[Http]:
    """Yield our MCP server over HTTP, which may fetch from the test servers."""
    with Http(*OPTIONS, environment={"SSL_CERT_FILE": servers.places["ca"]}) as running:
        yield running


CALLERS = [
    *(f"python-{generation}-{transport}" for generation in PythonCaller.GENERATIONS for transport in ("stdio", "http")),
    *(f"typescript-{name}-{transport}" for name in TypeScriptCaller.GENERATIONS for transport in ("stdio", "http")),
]


@pytest.fixture(scope="session", params=CALLERS)
def caller(request: pytest.FixtureRequest, over_http: Http) -> Iterator[Caller]:
    """Yield each client in turn, one for each combination of SDK language, protocol generation and transport."""
    language, generation, transport = request.param.split("-")
    url = over_http.url if transport == "http" else None
    kind = PythonCaller if language == "python" else TypeScriptCaller
    if obstacle := kind.obstacle():
        pytest.skip(obstacle)
    with kind(generation, url, OPTIONS) as running:
        yield running
