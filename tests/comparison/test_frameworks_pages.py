"""The sample pages that the programs of docs/frameworks.md fetch."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from page_stats_core import PageStatsConfig, page_stats_payload
from page_stats_core.contract import ADDS

from comparison.frameworks.pages import HOST, Pages, pages
from comparison.frameworks.probes.codes import failing
from harness.waiting import SLACK_SECONDS


@pytest.fixture
def there() -> Iterator[Pages]:
    """Yield the running pages."""
    with pages() as running:
        yield running


def test_page(there: Pages) -> None:
    """The page has a title and words."""
    payload = page_stats_payload({"url": there.page}, PageStatsConfig(allowed_hosts=(HOST,)))
    assert (payload["title"], payload["word_count"]) == ("Low water", 4)


def test_every_code_is_asked_for(there: Pages) -> None:
    """Every error code of the contract has a failing request."""
    assert failing(there).keys() == ADDS.keys()


@pytest.mark.parametrize("code", ADDS)
def test_code(there: Pages, code: str) -> None:
    """The request for an error code fails with that code."""
    arguments, allowed_hosts = failing(there)[code]
    payload = page_stats_payload(arguments, PageStatsConfig(allowed_hosts=tuple(allowed_hosts)))
    assert payload["error_code"] == code


def test_silent(there: Pages) -> None:
    """The silent page signals a request and the client's disconnect, in that order."""
    port = int(there.base.rpartition(":")[2])
    with socket.create_connection((HOST, port)) as client:
        client.sendall(b"GET /silent HTTP/1.1\r\nHost: pages\r\n\r\n")
        assert there.asked.wait(SLACK_SECONDS)
        assert not there.left.is_set()
    assert there.left.wait(SLACK_SECONDS)
