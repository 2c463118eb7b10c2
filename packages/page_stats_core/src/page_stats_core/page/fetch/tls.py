"""TLS and the trusted root certificates. This module does not use sockets, so that every driver can use it."""

from __future__ import annotations

import functools
import ssl
import sys
from pathlib import Path

import certifi

from page_stats_core.contract import fail
from page_stats_core.page.fetch.channel import receive, send
from page_stats_core.page.fetch.operations import RECEIVE_BYTES, Compute, Flow


@functools.cache
def shared_context() -> ssl.SSLContext:
    """Return the shared TLS context. It trusts the system's root certificates, or certifi's if the system has none."""
    context = client_context()
    if sys.platform != "win32" and not _system_has_roots():
        context.load_verify_locations(certifi.where())
    return context


def client_context() -> ssl.SSLContext:
    """Return a new TLS context that trusts only the system's root certificates.

    It refuses what makes a handshake slow at the server's choice: a Diffie-Hellman group of any size, and renegotiation
    (§5.26).
    """
    context = ssl.create_default_context()
    names = [cipher["name"] for cipher in context.get_ciphers()]
    context.set_ciphers(":".join(name for name in names if not name.startswith("DHE-")))
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    return context


def _system_has_roots() -> bool:
    """Return whether the system has a file of root certificates, or a directory of them that is not empty.

    In slim container images, this directory is empty.
    """
    paths = ssl.get_default_verify_paths()
    try:
        return bool(paths.cafile or (paths.capath and any(Path(paths.capath).iterdir())))
    except OSError:  # an unreadable directory may contain roots, so do not add others
        return True


class TlsChannel:
    """A channel over TLS. *early* holds bytes received before the handshake started."""

    def __init__(self, context: ssl.SSLContext, server_name: str, early: bytes = b"") -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._incoming.write(early)
        try:
            self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=server_name)
        except (ValueError, ssl.SSLError):  # the name cannot be in a certificate, or is too long for SNI
            raise fail("unreachable.tls") from None

    def handshake(self) -> Flow[None]:
        """Perform the handshake; raise ``PageStatsError`` with reason ``tls`` or ``reset`` (§5.13, §5.15)."""
        while True:
            try:
                yield Compute(self._tls.do_handshake)
            except ssl.SSLWantReadError:
                yield from self._flush()
                if not (yield from self._fill()):
                    raise fail("unreachable.reset") from None
            except ssl.SSLError:
                raise fail("unreachable.tls") from None
            else:
                return (yield from self._flush())

    def send(self, data: bytes) -> Flow[None]:
        """Send all of *data*."""
        self._tls.write(data)
        yield from self._flush()

    def receive(self) -> Flow[bytes]:
        """Return received bytes, or ``b""`` at the end, even if the server sent no TLS close_notify."""
        while True:
            try:
                return self._tls.read(RECEIVE_BYTES)
            except ssl.SSLWantReadError:
                yield from self._flush()
                if not (yield from self._fill()):
                    return b""
            except ssl.SSLError:
                raise fail("unreachable.tls") from None

    def _fill(self) -> Flow[bytes]:
        data = yield from receive()
        self._incoming.write(data)
        return data

    def _flush(self) -> Flow[None]:
        if self._outgoing.pending:
            yield from send(self._outgoing.read())
