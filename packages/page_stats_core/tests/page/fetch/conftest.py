"""A fixture that calls the core in both ways: blocking and on an event loop."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

import pytest
from page_stats_core import PageStatsConfig, apage_stats_payload, page_stats_payload
from page_stats_core.page.fetch.network import SYSTEM, Network

from harness.servers import Servers


class Look(Protocol):
    """A call to the core."""

    def __call__(
        self, where: str, timeout_seconds: int = 10, *, network: Network = SYSTEM, **config: Any
    ) -> dict[str, Any]:
        """Request a path of the fixture server, or a URL with placeholders; return the payload."""
        ...


@pytest.fixture(params=["blocking", "asynchronous"])
def look(request: pytest.FixtureRequest, servers: Servers) -> Look:
    """Return the call, blocking or asynchronous."""

    def call(where: str, timeout_seconds: int = 10, *, network: Network = SYSTEM, **config: Any) -> dict[str, Any]:
        url = (f"{{base}}{where}" if where.startswith("/") else where).format_map(servers.places)
        arguments = {"url": url, "timeout_seconds": timeout_seconds}
        settings = PageStatsConfig(**({"allowed_hosts": ["127.0.0.2"]} | config))
        if request.param == "blocking":
            return page_stats_payload(arguments, settings, network=network)
        return asyncio.run(apage_stats_payload(arguments, settings, network=network))

    return call


@pytest.fixture(autouse=True)
def _leaves_nothing(request: pytest.FixtureRequest) -> None:
    if "servers" in request.fixturenames:
        request.getfixturevalue("leaves_nothing")
