"""The web server from which the programs in docs/frameworks.md fetch pages."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from page_stats_core import PageStatsConfig, page_stats_payload

from comparison.frameworks.pages import HOST, Pages, pages
from harness.waiting import SLACK_SECONDS


@pytest.fixture
def there() -> Iterator[Pages]:
    """Yield a running server of the pages."""
    with pages() as running:
        yield running


def test_page(there: Pages) -> None:
    """The page has a title and words."""
    payload = page_stats_payload({"url": there.page}, PageStatsConfig(allowed_hosts=(HOST,)))
    assert (payload["title"], payload["word_count"]) == ("Low water", 4)


def test_missing(there: Pages) -> None:
    """A request for the missing page gets status 404."""
    payload = page_stats_payload({"url": there.missing}, PageStatsConfig(allowed_hosts=(HOST,)))
    assert payload["status"] == 404


def test_silent(there: Pages) -> None:
    """The server records when a client requests the silent page and when the client disconnects."""
    port = int(there.base.rpartition(":")[2])
    with socket.create_connection((HOST, port)) as client:
        client.sendall(b"GET /silent HTTP/1.1\r\nHost: pages\r\n\r\n")
        assert there.asked.wait(SLACK_SECONDS)
        assert not there.left.is_set()
    assert there.left.wait(SLACK_SECONDS)
