"""The processes and servers that the cases run against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from parity.dialect import Dialects
from servers import Servers


@pytest.fixture(scope="session")
def dialects() -> Iterator[Dialects]:
    """Yield the processes of the dialects, for cases that need no network."""
    with Dialects() as processes:
        yield processes


@pytest.fixture(scope="session")
def places(servers: Servers) -> Mapping[str, str]:
    """Return where the fixture servers are, by placeholder."""
    return servers.places


@pytest.fixture(scope="session")
def fetching_dialects(places: Mapping[str, str]) -> Iterator[Dialects]:
    """Yield the processes of the dialects, which trust the authority of the fixture servers."""
    with Dialects(ca=places["ca"]) as processes:
        yield processes
