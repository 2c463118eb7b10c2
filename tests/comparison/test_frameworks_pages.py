"""The server of pages for the programs of docs/frameworks.md."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from page_stats_core import PageStatsConfig, page_stats_payload

from comparison.frameworks.pages import HOST, Pages, pages
from harness.servers.leftovers import SLACK_SECONDS


@pytest.fixture
def there() -> Iterator[Pages]:
    """Serve the pages during a test."""
    with pages() as running:
        yield running


def test_page(there: Pages) -> None:
    """The page has a title and words."""
    payload = page_stats_payload({"url": there.page}, PageStatsConfig(allowed_hosts=(HOST,)))
    assert (payload["title"], payload["word_count"]) == ("Low water", 4)


def test_missing(there: Pages) -> None:
    """The missing page answers 404."""
    payload = page_stats_payload({"url": there.missing}, PageStatsConfig(allowed_hosts=(HOST,)))
    assert payload["status"] == 404


def test_silent(there: Pages) -> None:
    """The silent page reports when a client requests it, and when the client disconnects."""
    port = int(there.base.rpartition(":")[2])
    with socket.create_connection((HOST, port)) as client:
        client.sendall(b"GET /silent HTTP/1.1\r\nHost: pages\r\n\r\n")
        assert there.asked.wait(SLACK_SECONDS)
        assert not there.left.is_set()
    assert there.left.wait(SLACK_SECONDS)
