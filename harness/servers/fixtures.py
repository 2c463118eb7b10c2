"""The test servers as pytest fixtures, for the tests of every package."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from harness.servers import Servers
from harness.servers.leftovers import client_sockets, page_stats_threads
from harness.waiting import eventually


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Yield the running test servers."""
    if sys.platform != "linux":
        pytest.skip("only Linux provides 127.0.0.2 by default")
    with Servers() as running:
        yield running


@pytest.fixture(scope="session")
def base(servers: Servers) -> str:
    """Return the URL of the test server that represents the public network."""
    return servers.places["base"]


@pytest.fixture
def leaves_nothing() -> Iterator[None]:
    """Check that a test leaves no sockets or threads behind."""
    sockets = client_sockets()
    yield
    assert eventually(lambda: client_sockets() <= sockets), client_sockets() - sockets
    assert eventually(lambda: not page_stats_threads()), page_stats_threads()
