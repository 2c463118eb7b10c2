"""The fixture servers, and tools that may reach the public one of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from langchain_page_stats import PageStatsTool
from servers import PUBLIC, Servers


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Yield the fixture servers."""
    if sys.platform != "linux":
        pytest.skip("only Linux has 127.0.0.2 without being asked")
    with Servers() as running:
        yield running


@pytest.fixture(scope="session")
def base(servers: Servers) -> str:
    """Return where the public server is."""
    return servers.places["base"]


@pytest.fixture
def tool() -> PageStatsTool:
    """Return a tool that hands failures to the model."""
    return PageStatsTool(allowed_hosts=[PUBLIC])


@pytest.fixture
def raising() -> PageStatsTool:
    """Return a tool that raises failures."""
    return PageStatsTool(allowed_hosts=[PUBLIC], handle_tool_error=False)
