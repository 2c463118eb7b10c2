"""TLS servers: one that works, and others with an invalid certificate or a broken handshake."""

from __future__ import annotations

import datetime
import ssl
from functools import partial
from pathlib import Path

import trustme

from harness.servers.connection import Connection
from harness.servers.listener import Handler
from harness.servers.routes import serve

HANDSHAKE_FAILURE = b"\x15\x03\x03\x00\x02\x02\x28"
SERVER_HELLO_START = b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03" + bytes(64)


class Certificates:
    """Issues certificates from two CAs. Clients trust the first CA, but not the second."""

    def __init__(self) -> None:
        self._trusted, self._unknown = trustme.CA(), trustme.CA()

    def client_context(self) -> ssl.SSLContext:
        """Return a client's TLS context, which trusts only the first CA."""
        context = ssl.create_default_context()
        self._trusted.configure_trust(context)
        return context

    def write(self, path: Path) -> None:
        """Write the first CA's certificate to *path*, for clients that read SSL_CERT_FILE."""
        self._trusted.cert_pem.write_to_path(path)

    def contexts(self) -> dict[str, ssl.SSLContext]:
        """Return a server's TLS context for each kind of certificate, by placeholder."""
        yesterday = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
        names = ("127.0.0.2", "localhost", "tls.test")
        long_ago = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
        return {
            "tls": _server_context(self._trusted.issue_cert(*names)),
            "tls_wrong_name": _server_context(self._trusted.issue_cert("other.test")),
            "tls_unknown": _server_context(self._unknown.issue_cert(*names)),
            "tls_expired": _server_context(self._trusted.issue_cert(*names, not_before=long_ago, not_after=yesterday)),
        }


def serve_tls(connection: Connection, context: ssl.SSLContext, places: dict[str, str]) -> None:
    """Serve the routes of the public server over TLS."""
    connection.start_tls(context)
    serve(connection, places)


def stall(connection: Connection) -> None:
    """Never answer the handshake."""
    connection.hold()


def trickle(connection: Connection) -> None:
    """Answer the handshake one byte at a time, every 0.1 s."""
    connection.receive()
    connection.trickle(SERVER_HELLO_START)


def alert(connection: Connection) -> None:
    """End the handshake with a TLS alert."""
    connection.receive()
    connection.send(HANDSHAKE_FAILURE)


def close(connection: Connection) -> None:
    """Close the connection during the handshake."""
    connection.receive()


def reset(connection: Connection) -> None:
    """Close the connection with a TCP reset during the handshake."""
    connection.receive()
    connection.reset()


def garbage(connection: Connection) -> None:
    """Answer the handshake with bytes that are not TLS, and keep the connection open."""
    connection.receive()
    connection.send(b"220 tide.test ready\r\n")
    connection.hold()


def handlers(certificates: Certificates, places: dict[str, str]) -> dict[str, Handler]:
    """Return the handlers of the TLS servers, by placeholder."""
    proper: dict[str, Handler] = {
        name: partial(serve_tls, context=context, places=places) for name, context in certificates.contexts().items()
    }
    return proper | {
        "tls_stall": stall,
        "tls_trickle": trickle,
        "tls_alert": alert,
        "tls_close": close,
        "tls_reset": reset,
        "tls_garbage": garbage,
    }


def _server_context(certificate: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context
