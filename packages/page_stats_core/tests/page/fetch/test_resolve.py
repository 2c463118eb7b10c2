"""Resolving names (§4.6, §5.2, §5.16)."""

from __future__ import annotations

import errno
import os
import socket
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest
from page_stats_core.page.failures import FAULTS
from page_stats_core.page.fetch.network import Network
from page_stats_core.page.fetch.resolve import THREADS, THREADS_PER_DOMAIN, Resolver, system_lookup

from harness.servers import PUBLIC, Servers, dns
from harness.servers.leftovers import page_stats_threads
from harness.waiting import eventually

NOBODY = dns.table({})
TIMEOUT = {"error_code": "timeout", "retryable": True, "timeout_seconds": 1}


@pytest.fixture
def hanging():
    """Yield a look-up that hangs until the end of the test."""
    lookup = dns.Hanging()
    yield lookup
    lookup.release()


def test_localhost() -> None:
    """The system resolver knows localhost and returns each address once."""
    addresses = system_lookup("localhost", 80)
    assert "127.0.0.1" in addresses or "::1" in addresses
    assert len(addresses) == len(set(addresses))


@pytest.mark.parametrize("host", ["a" * 64 + ".test", "a..test", "-", "a" * 300, "", "caf\xe9.test"])
def test_impossible_names(host: str) -> None:
    """An invalid name raises the same error as a name without an address."""
    with pytest.raises(socket.gaierror):
        Resolver().submit(host, 80).result(5)


def test_impossible_name_in_a_call(look) -> None:
    """A call for a URL with an invalid host name fails with reason dns (§5.16)."""
    assert look(f"http://{'a' * 64}.test/")["reason"] == "dns"


def test_answers_and_errors_arrive() -> None:
    """The result or the error of a look-up reaches its caller."""
    resolver = Resolver(dns.table({"a.test": [PUBLIC]}))
    assert resolver.submit("a.test", 80).result(5) == [PUBLIC]
    with pytest.raises(socket.gaierror):
        resolver.submit("b.test", 80).result(5)


def test_no_more_threads_than_allowed(hanging) -> None:
    """A look-up beyond the thread limit waits until a thread is free."""
    resolver = Resolver(hanging, threads=3)
    answers = [resolver.submit("a.test", 80) for _ in range(10)]
    assert eventually(lambda: hanging.asked == 3)
    assert threading.active_count() >= 3
    assert len([thread for thread in threading.enumerate() if thread.name == "page-stats-resolver"]) == 3
    hanging.release()
    assert [type(answer.exception(5)) for answer in answers] == [socket.gaierror] * 10
    assert hanging.asked == 10


@pytest.mark.parametrize("error", [KeyError("x"), TimeoutError("slow"), ValueError("bad"), OSError(5, "disk")])
def test_errors_of_other_kinds(look, error: Exception) -> None:
    """If a replaced getaddrinfo raises an unusual error, the call fails with reason dns (§5.16)."""

    def lookup(host: str, port: int) -> list[str]:
        raise error

    payload = look("http://a.test/", network=Network(Resolver(lookup)))
    assert (payload["error_code"], payload.get("reason")) == ("unreachable", "dns")


def test_no_free_descriptors(look) -> None:
    """If the machine has no free file descriptors, the message does not blame the server (§5.17)."""

    def lookup(host: str, port: int) -> list[str]:
        raise OSError(errno.EMFILE, "Too many open files")

    payload = look("http://a.test/", network=Network(Resolver(lookup)))
    assert payload["reason"] == "connect"
    assert payload["message"] == FAULTS["unreachable.local"].message


def test_threads_end(hanging) -> None:
    """Threads exit when no look-up is left, and a later look-up starts a new thread."""
    resolver = Resolver(NOBODY)
    for _ in range(2):
        assert resolver.submit("a.test", 80).exception(5)
        assert eventually(lambda: not page_stats_threads())


def test_no_thread_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no thread can be started for a look-up, the look-up waits until a later look-up starts a thread."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    resolver = Resolver(NOBODY, threads=1)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        first = resolver.submit("a.test", 80)
        assert not first.done()
    assert resolver.submit("b.test", 80).exception(5)
    assert first.exception(5)


def test_cancelled_look_ups_are_not_begun(hanging) -> None:
    """A cancelled look-up is never started."""
    resolver = Resolver(hanging, threads=1)
    first, second = resolver.submit("a.test", 80), resolver.submit("b.test", 80)
    assert eventually(lambda: hanging.asked == 1)
    assert second.cancel()
    hanging.release()
    assert first.exception(5)
    with pytest.raises(CancelledError):
        second.result(5)
    assert hanging.asked == 1


def test_a_hanging_domain_does_not_stop_others(look, hanging) -> None:
    """Names that share their last two labels use a part of the threads, so other names still resolve."""

    def lookup(host: str, port: int) -> list[str]:
        return hanging(host, port) if host.endswith("hang.test") else [PUBLIC]

    network = Network(Resolver(lookup))
    answers = [network.resolver.submit(f"{number}.hang.test", 80) for number in range(THREADS + 8)]
    assert look("http://ok.test:{port}/ok", network=network)["ok"]
    assert hanging.asked == THREADS_PER_DOMAIN
    hanging.release()
    assert all(answer.exception(5) for answer in answers)


def test_cancelled_look_ups_leave_the_queue(hanging) -> None:
    """A cancelled look-up is dropped from the queue at once, even while no thread is free."""
    resolver = Resolver(hanging, threads=1)
    first = resolver.submit("a.test", 80)
    assert eventually(lambda: hanging.asked == 1)
    for number in range(100):
        assert resolver.submit(f"{number}.test", 80).cancel()
    assert not resolver._waiting
    hanging.release()
    assert first.exception(5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork: this system has none")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_process(hanging) -> None:
    """A process that is forked while look-ups hang resolves names, although the threads exist only in its parent."""
    resolver = Resolver(lambda host, port: hanging(host, port) if host == "hang.test" else [PUBLIC], threads=1)
    first = resolver.submit("hang.test", 80)
    assert eventually(lambda: hanging.asked == 1)
    with resolver._lock:  # as another thread may hold it at the fork
        child = os.fork()
        if not child:
            os._exit(resolver.submit("a.test", 80).result(5) != [PUBLIC])
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    hanging.release()
    assert first.exception(5)


def test_hanging_look_ups_end_with_the_deadline(look, hanging) -> None:
    """Calls time out while hanging look-ups use all threads, and succeed again afterwards (§5.2)."""

    def lookup(host: str, port: int) -> list[str]:
        return hanging(host, port) if "hang" in host else [PUBLIC]

    network = Network(Resolver(lookup))
    with ThreadPoolExecutor(THREADS + 8) as pool:
        urls = [f"http://hang{number}.test/" for number in range(THREADS + 8)]
        calls = [pool.submit(look, url, 1, network=network) for url in urls]
        payloads = [call.result(5) for call in calls]
    assert all(TIMEOUT.items() <= payload.items() for payload in payloads)
    assert hanging.asked == THREADS
    assert TIMEOUT.items() <= look("http://ok.test/", 1, network=network).items()
    hanging.release()
    assert look("http://ok.test:{port}/ok", network=network)["ok"]


def test_look_ups_of_calls_that_ended_are_not_begun(look, hanging) -> None:
    """If a call times out while its look-up waits for a thread, the look-up is never started (§5.2)."""
    resolver = Resolver(hanging, threads=1)
    first = resolver.submit("a.test", 80)
    assert TIMEOUT.items() <= look("http://b.test/", 1, network=Network(resolver)).items()
    hanging.release()
    assert first.exception(5)
    assert resolver.submit("c.test", 80).exception(5)
    assert hanging.asked == 2


def test_mixed_answer(look, servers: Servers) -> None:
    """If one address of a name is internal, the call connects to no address of the name (§4.6)."""
    before = servers.internal_connections
    for answer in ([PUBLIC, "127.0.0.1"], ["127.0.0.1", PUBLIC], [PUBLIC, "::1"]):
        network = Network(Resolver(dns.table({"mixed.test": answer})))
        assert look("http://mixed.test:{internal_port}/", network=network)["error_code"] == "blocked_address"
    assert servers.internal_connections == before


def test_rebinding(look, servers: Servers) -> None:
    """After a redirect to the same name, the name is resolved and checked again (§4.6)."""
    network = Network(Resolver(dns.rebinding([PUBLIC], ["127.0.0.1"])))
    assert look("http://rebind.test:{port}/rebind", network=network)["error_code"] == "blocked_address"


def test_only_the_checked_address_is_connected_to(look) -> None:
    """The address check and the connection use the same look-up, so DNS rebinding has no effect (§4.6)."""
    network = Network(Resolver(dns.rebinding([PUBLIC], ["127.0.0.1"])))
    assert look("http://rebind.test:{port}/ok", network=network)["title"] == "Low water"
