"""The driver with blocking sockets, and how both drivers divide the deadline between addresses (§5.2, §5.3)."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from functools import partial

import pytest
from page_stats_core.contract import PageStatsError
from page_stats_core.deadline import Deadline
from page_stats_core.page.fetch import blocking
from page_stats_core.page.fetch.network import Network
from page_stats_core.page.fetch.operations import RECEIVE, Connect, Flow
from page_stats_core.page.fetch.resolve import Resolver

from harness.servers import PUBLIC, Servers, dns
from harness.servers.leftovers import client_sockets
from harness.servers.listener import FullQueue, Listener
from harness.servers.routes import serve
from harness.waiting import SLACK_SECONDS


@pytest.fixture
def dead(servers: Servers) -> Iterator[str]:
    """Yield an address that neither accepts nor refuses connections on the test server's port."""
    queue = FullQueue("127.0.0.3", int(servers.places["port"]))
    yield queue.host
    queue.close()


def knowing(*addresses: str) -> Network:
    """Return a network that resolves many.test to these addresses."""
    return Network(Resolver(dns.table({"many.test": addresses})))


def test_a_dead_address_takes_its_share(look, dead: str) -> None:
    """The second address is reached within the deadline even if the first never answers."""
    network = knowing(dead, PUBLIC)
    assert look("http://many.test:{port}/ok", 2, network=network, allowed_hosts=["127.0.0.0/29"])["ok"]


def test_a_refusing_address_takes_no_time(look) -> None:
    """Addresses that refuse the connection do not use up the deadline."""
    network = knowing("127.0.0.4", "127.0.0.5", "127.0.0.6", PUBLIC)
    assert look("http://many.test:{port}/ok", 1, network=network, allowed_hosts=["127.0.0.0/29"])["ok"]


def test_the_last_address_has_the_rest(look, dead: str) -> None:
    """The call times out if the last address never answers, and fails with reason connect if that address refuses."""
    hosts = ["127.0.0.0/29"]
    payload = look("http://many.test:{port}/ok", 1, network=knowing("127.0.0.4", dead), allowed_hosts=hosts)
    assert payload["error_code"] == "timeout"
    payload = look("http://many.test:{port}/ok", 2, network=knowing(dead, "127.0.0.4"), allowed_hosts=hosts)
    assert payload["reason"] == "connect"


def test_long_final_url(look, servers: Servers) -> None:
    """A final_url that the server made long is cut (§12.2)."""
    payload = look("/redirect/long")
    assert payload["url"] == servers.places["base"] + "/redirect/long"
    assert payload["final_url"] == (servers.places["base"] + "/ok?" + "a" * 3000)[:2047] + "…"


def test_ipv6(look, servers: Servers) -> None:
    """IPv6 addresses work, both literal and resolved from a name."""
    try:
        listener = Listener("::1", partial(serve, places=servers.places))
    except OSError:
        pytest.skip("this machine has no IPv6")
    with listener:
        url = f"http://{listener.authority}/echo/field/host"
        assert look(url, allowed_hosts=["::1"])["title"] == listener.authority
        network = knowing("127.0.0.4", "::1")
        assert look(f"http://many.test:{listener.port}/ok", network=network, allow_private_network=True)["ok"]


def test_one_deadline_for_everything(look, servers: Servers) -> None:
    """All redirects of a call share one deadline, even if each single redirect is fast enough."""
    start = time.monotonic()
    assert look("/slow-hops/9", 1)["error_code"] == "timeout"
    assert time.monotonic() - start < 1 + SLACK_SECONDS


def test_socket_is_closed_whatever_happens(servers: Servers) -> None:
    """An unexpected error closes the socket and propagates to the caller."""

    def flow() -> Flow[None]:
        yield Connect((PUBLIC,), int(servers.places["port"]))
        raise ZeroDivisionError

    before = client_sockets()
    with pytest.raises(ZeroDivisionError):
        blocking.run(flow(), Deadline(10), Resolver())
    assert client_sockets() == before


def test_the_systems_own_time_out_is_no_deadline(monkeypatch: pytest.MonkeyPatch, servers: Servers) -> None:
    """If the system reports ETIMEDOUT before the call's deadline, the flow receives that error."""

    def flow() -> Flow[int | None]:
        yield Connect((PUBLIC,), int(servers.places["port"]))
        try:
            yield RECEIVE
        except OSError as error:
            return error.errno
        return None

    def give_up(*_: object) -> bytes:
        raise TimeoutError(errno.ETIMEDOUT, "given up")

    monkeypatch.setattr(socket.socket, "recv", give_up)
    assert blocking.run(flow(), Deadline(10), Resolver()) == errno.ETIMEDOUT


def test_no_time_left(servers: Servers) -> None:
    """No operation starts after the deadline."""
    ticks = iter([0.0, 1.0])

    def flow() -> Flow[None]:
        yield Connect((PUBLIC,), int(servers.places["port"]))

    with pytest.raises(PageStatsError) as caught:
        blocking.run(flow(), Deadline(1, clock=lambda: next(ticks)), Resolver())
    assert caught.value.failure.error_code == "timeout"
