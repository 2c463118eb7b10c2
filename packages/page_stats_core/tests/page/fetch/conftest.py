"""A fixture that runs each test twice: with blocking calls, and with calls on an event loop."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol

import pytest
from page_stats_core import PageStatsConfig
from page_stats_core.calls import aanswer, answer
from page_stats_core.page import work
from page_stats_core.page.fetch.network import SYSTEM, Network

from harness.servers import Servers


class Look(Protocol):
    """A call to the core."""

    def __call__(
        self, where: str, timeout_seconds: int = 10, *, network: Network = SYSTEM, **config: Any
    ) -> dict[str, Any]:
        """Request a path of the test server, or a URL with placeholders, and return the payload."""
        ...


@pytest.fixture(params=["blocking", "asynchronous"])
def look(request: pytest.FixtureRequest, servers: Servers) -> Look:
    """Return a function that makes a blocking or an asynchronous call to the core."""

    def call(where: str, timeout_seconds: int = 10, *, network: Network = SYSTEM, **config: Any) -> dict[str, Any]:
        url = (f"{{base}}{where}" if where.startswith("/") else where).format_map(servers.places)
        arguments = {"url": url, "timeout_seconds": timeout_seconds}
        settings = PageStatsConfig(**({"allowed_hosts": ["127.0.0.2"]} | config))
        if request.param == "blocking":
            return answer(arguments, settings, partial(work.run, network=network))
        return asyncio.run(aanswer(arguments, settings, partial(work.arun, network=network)))

    return call


@pytest.fixture(autouse=True)
def _leaves_nothing(request: pytest.FixtureRequest) -> None:
    if "servers" in request.fixturenames:
        request.getfixturevalue("leaves_nothing")
