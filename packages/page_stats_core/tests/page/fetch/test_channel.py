"""A channel without TLS, on a connection that breaks (§5.13)."""

from __future__ import annotations

import pytest
from page_stats_core.contract import PageStatsError
from page_stats_core.page.fetch.channel import PlainChannel
from page_stats_core.page.fetch.operations import RECEIVE, Send


def test_broken_while_sending() -> None:
    """A send error does not end the call, because the server may already have answered."""
    flow = PlainChannel().send(b"low water")
    assert next(flow) == Send(b"low water")
    with pytest.raises(StopIteration):
        flow.throw(ConnectionResetError())


def test_broken_while_receiving() -> None:
    """If the connection breaks during a receive, the call fails with reason reset."""
    flow = PlainChannel().receive()
    assert next(flow) is RECEIVE
    with pytest.raises(PageStatsError) as caught:
        flow.throw(ConnectionResetError())
    assert caught.value.failure.reason == "reset"
