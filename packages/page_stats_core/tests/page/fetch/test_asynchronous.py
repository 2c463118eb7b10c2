"""The driver that runs a fetch on asyncio: cancellation, and sharing the event loop (§5.2)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from page_stats_core import PageStatsConfig, PageStatsError, ParsedPage, apage_stats
from page_stats_core.arguments import accept
from page_stats_core.deadline import Deadline
from page_stats_core.page import work
from page_stats_core.page.fetch import asynchronous
from page_stats_core.page.fetch.network import SYSTEM, Network
from page_stats_core.page.fetch.operations import PAUSE, RECEIVE, Connect, Flow, Operation, Send
from page_stats_core.page.fetch.resolve import Resolver

from harness.servers import PUBLIC, Servers, dns
from harness.servers.leftovers import client_sockets
from harness.waiting import SLACK_SECONDS

CONFIG = PageStatsConfig(allowed_hosts=(PUBLIC,))


@pytest.mark.parametrize(
    "url",
    [
        "{base}/never",
        "{base}/trickled-head",
        "{base}/trickled-body",
        "{base}/slow-hops/9",
        "{base}/one-byte-chunks/2000000",
        "{tls_stall}/",
        "{tls_trickle}/",
        "{full}/",
    ],
)
def test_cancelling(servers: Servers, url: str) -> None:
    """Cancelling a call ends the call at once and closes its socket."""

    async def cancel() -> float:
        before = client_sockets()
        task = asyncio.create_task(apage_stats(url.format_map(servers.places), 30, config=CONFIG))
        await asyncio.sleep(0.2)
        assert client_sockets() > before
        start = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert client_sockets() == before
        return time.monotonic() - start

    assert asyncio.run(cancel()) < 1


def test_an_unwanted_parse_is_given_up(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parse of a large page stops once the call has been cancelled."""

    async def run_unwanted(function: Callable[[Callable[[], None]], ParsedPage]) -> ParsedPage:
        def give_up() -> None:
            raise ZeroDivisionError

        return function(give_up)

    monkeypatch.setattr("page_stats_core.page.work.run_in_thread", run_unwanted)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(apage_stats(servers.places["base"] + "/sized/2000000", 30, config=CONFIG))


def test_cancelling_a_look_up() -> None:
    """Cancelling a call during a hanging look-up ends the call at once and does not block the event loop's shutdown."""
    hanging = dns.Hanging()
    network = Network(Resolver(hanging))

    async def cancel() -> None:
        task = asyncio.create_task(work.arun(accept({"url": "http://hang.test/"}), CONFIG, network))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    start = time.monotonic()
    asyncio.run(cancel())
    assert time.monotonic() - start < 1 + SLACK_SECONDS
    hanging.release()


def test_a_timeout_of_the_callers(servers: Servers) -> None:
    """A timeout that the caller sets raises ``TimeoutError``, not ``PageStatsError``."""

    async def call() -> None:
        async with asyncio.timeout(0.2):
            await apage_stats(servers.places["base"] + "/never", 30, config=CONFIG)

    with pytest.raises(TimeoutError):
        asyncio.run(call())


@pytest.mark.parametrize("path", ["/one-byte-chunks/200000", "/bomb", "/sized/2000000", "/endless-members"])
def test_others_have_their_turn(servers: Servers, path: str) -> None:
    """Reading and parsing a large or hostile response never blocks the event loop for long."""

    async def longest_gap() -> float:
        call = asyncio.create_task(apage_stats(servers.places["base"] + path, 10, config=CONFIG))
        longest, last = 0.0, time.monotonic()
        while not call.done():
            await asyncio.sleep(0.001)
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        await asyncio.gather(call, return_exceptions=True)
        return longest

    assert asyncio.run(longest_gap()) < SLACK_SECONDS


@pytest.mark.parametrize("operation", [PAUSE, RECEIVE])
def test_every_step_gives_others_a_turn(servers: Servers, operation: Operation) -> None:
    """Other tasks run between any two operations of a call, even if the server sends without pause."""
    turns = 0
    seen = []

    def flow() -> Flow[None]:
        yield Connect((PUBLIC,), int(servers.places["port"]))
        yield Send(b"GET /endless-body HTTP/1.1\r\n\r\n")
        time.sleep(0.3)  # wait until the server has sent more data than the flow will receive
        for _ in range(3):
            seen.append(turns)
            yield operation

    async def take_turns() -> None:
        nonlocal turns
        call = asyncio.create_task(asynchronous.run(flow(), Deadline(10), SYSTEM.resolver))
        while not call.done():
            await asyncio.sleep(0)
            turns += 1
        await call

    asyncio.run(take_turns())
    assert len(set(seen)) == 3


def test_a_name_that_hangs_does_not_outlive_the_loop(servers: Servers) -> None:
    """A look-up that finishes after its event loop has closed raises no error."""
    hanging = dns.Hanging()

    async def call() -> None:
        arguments = {"url": "http://hang.test/", "timeout_seconds": 1}
        with pytest.raises(PageStatsError) as caught:
            await work.arun(accept(arguments), CONFIG, Network(Resolver(hanging)))
        assert caught.value.failure.error_code == "timeout"

    asyncio.run(call())
    hanging.release()


def test_socket_is_closed_whatever_happens(servers: Servers) -> None:
    """An unexpected error closes the socket and propagates to the caller."""

    def flow() -> Flow[None]:
        yield Connect((PUBLIC,), int(servers.places["port"]))
        raise ZeroDivisionError

    before = client_sockets()
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asynchronous.run(flow(), Deadline(10), SYSTEM.resolver))
    assert client_sockets() == before
