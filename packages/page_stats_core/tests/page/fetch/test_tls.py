"""Trusted certificates (§5.15), and the TLS channel, tested without sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import ssl
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from page_stats_core.contract import PageStatsError
from page_stats_core.deadline import Deadline
from page_stats_core.page.fetch import asynchronous, blocking
from page_stats_core.page.fetch.network import Network
from page_stats_core.page.fetch.operations import Compute, Receive, Send
from page_stats_core.page.fetch.resolve import Resolver
from page_stats_core.page.fetch.tls import TlsChannel, shared_context

from harness.servers import PUBLIC, Servers, dns

TRUST = (
    "from page_stats_core.page.fetch.tls import shared_context; print(shared_context().cert_store_stats()['x509_ca'])"
)
FETCH = "import sys, json, page_stats_core as p; print(json.dumps(p.page_stats_payload(*json.loads(sys.argv[1]))))"


def run(program: str, *arguments: str, **environment: str) -> str:
    """Run a program in a separate process, because the TLS context is cached per process."""
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return ran.stdout


@pytest.fixture
def trusting(servers: Servers):
    """Return a network that trusts the test servers' certificate authority and resolves three names."""
    context = servers.certificates.client_context()
    names = {name: [PUBLIC] for name in ("tls.test", "tls.test.", "other.test")}
    return Network(Resolver(dns.table(names)), tls=lambda: context)


def test_trusted(look, trusting) -> None:
    """A certificate from a trusted authority is valid for the address and the names that it contains."""
    assert look("{tls}/ok", network=trusting)["ok"]
    assert look("https://tls.test:{tls_port}/ok", network=trusting)["ok"]
    assert look("https://TLS.test.:{tls_port}/ok", network=trusting)["ok"]


@pytest.mark.parametrize("url", ["{tls_wrong_name}", "{tls_expired}", "{tls_unknown}", "https://other.test:{tls_port}"])
def test_not_valid(look, trusting, url: str) -> None:
    """A call fails with reason tls if the certificate is expired, is for another name or has an unknown authority."""
    assert look(url, network=trusting)["reason"] == "tls"


def test_ssl_cert_file(servers: Servers) -> None:
    """The certificate authorities in the file that SSL_CERT_FILE names are trusted."""
    arguments = json.dumps([{"url": servers.places["tls"] + "/ok"}, {"allowed_hosts": [PUBLIC]}])
    assert json.loads(run(FETCH, arguments, SSL_CERT_FILE=servers.places["ca"]))["ok"]
    assert json.loads(run(FETCH, arguments))["reason"] == "tls"


def test_certifi(tmp_path: Path) -> None:
    """If the system has no root certificates, the root certificates of certifi are trusted."""
    for directory in ("/nowhere", str(tmp_path)):
        assert int(run(TRUST, SSL_CERT_FILE="/nowhere", SSL_CERT_DIR=directory)) > 50


def test_no_certifi_beside_the_system(servers: Servers) -> None:
    """If the system has root certificates, the root certificates of certifi are not trusted."""
    assert run(TRUST, SSL_CERT_FILE=servers.places["ca"], SSL_CERT_DIR="/nowhere") == "1\n"


class Peer:
    """A TLS server in memory. It performs the operations of a channel without sockets."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._to_client, self._to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self._to_server, self._to_client, server_side=True)

    def finish(self, flow):
        """Run a flow of the channel to completion, including the handshake if needed, and return the result."""
        try:
            operation = next(flow)
            while True:
                try:
                    result = self._perform(operation)
                except OSError as error:
                    operation = flow.throw(error)
                else:
                    operation = flow.send(result)
        except StopIteration as end:
            return end.value

    def _perform(self, operation):
        match operation:
            case Compute(function):
                return function()
            case Send(data):
                return self._to_server.write(data)
            case Receive():
                self._advance()
                return self._to_client.read(7)

    def _advance(self) -> None:
        with contextlib.suppress(ssl.SSLWantReadError):
            self.tls.do_handshake()


@pytest.fixture
def pair(servers: Servers):
    """Return a channel and its peer after the handshake."""
    peer = Peer(servers.certificates.contexts()["tls"])
    channel = TlsChannel(servers.certificates.client_context(), "tls.test")
    peer.finish(channel.handshake())
    return channel, peer


@pytest.mark.parametrize("name", [".test", "a..test", "a" * 300, "a" * 64 + ".test", "a." * 130 + "test"])
def test_names_without_certificates(name: str) -> None:
    """A call fails with reason tls if the name cannot be in a certificate or is too long for SNI."""
    with pytest.raises(PageStatsError) as caught:
        TlsChannel(ssl.create_default_context(), name)
    assert caught.value.failure.reason == "tls"


def test_no_slow_key_exchange() -> None:
    """No offered cipher suite uses Diffie-Hellman over finite fields, and renegotiation is refused (§5.26)."""
    context = shared_context()
    assert {cipher["kea"] for cipher in context.get_ciphers()} == {"kx-any", "kx-ecdhe"}
    assert {cipher["digest"] for cipher in context.get_ciphers()} <= {None, "sha256", "sha384"}
    assert context.options & ssl.OP_NO_RENEGOTIATION
    assert context.security_level == ssl.create_default_context().security_level


def test_dhe_alone_is_refused(look, trusting) -> None:
    """A server that offers only Diffie-Hellman over finite fields is refused, before any of it is computed (§5.26)."""
    assert look("{tls_dhe}/ok", network=trusting)["reason"] == "tls"


def test_handshakes_do_not_run_on_the_event_loop() -> None:
    """On an event loop, long computations run in another thread."""

    def flow():
        return (yield Compute(threading.get_ident))

    thread = asyncio.run(asynchronous.run(flow(), Deadline(5), Resolver()))
    assert thread != threading.get_ident()
    assert blocking.run(flow(), Deadline(5), Resolver()) == threading.get_ident()


def test_http_1_1_alone_is_offered() -> None:
    """ALPN offers only HTTP/1.1, so no server chooses HTTP/2 (§5.1)."""
    handshake = TlsChannel(shared_context(), "tls.test").handshake()
    compute = next(handshake)
    with pytest.raises(ssl.SSLWantReadError) as waits:
        compute.function()
    hello = handshake.throw(waits.value)
    assert isinstance(hello, Send)
    assert b"\x00\x09\x08http/1.1" in hello.data  # a list of nine bytes: one name of eight bytes


def test_bytes_pass_at_any_cut(pair) -> None:
    """Data passes in both directions, even if TLS records arrive in pieces."""
    channel, peer = pair
    peer.finish(channel.send(b"low water" * 1000))
    assert peer.tls.read(100) == (b"low water" * 1000)[:100]
    peer.tls.write(b"high water" * 5000)
    received = b""
    while len(received) < 50_000:
        received += peer.finish(channel.receive())
    assert received == b"high water" * 5000


def test_farewell(pair) -> None:
    """After the server's close_notify, the channel reports the end of the data."""
    channel, peer = pair
    peer.tls.write(b"low water")
    with pytest.raises(ssl.SSLWantReadError):  # the channel sends no close_notify back
        peer.tls.unwrap()
    assert peer.finish(channel.receive()) == b"low water"
    assert peer.finish(channel.receive()) == b""


def test_early_bytes(servers: Servers) -> None:
    """The handshake first reads the bytes received before it, so garbage there makes the call fail with reason tls."""
    channel = TlsChannel(servers.certificates.client_context(), "tls.test", early=b"garbage, not TLS")
    with pytest.raises(PageStatsError) as caught:
        Peer(servers.certificates.contexts()["tls"]).finish(channel.handshake())
    assert caught.value.failure.reason == "tls"
