"""TLS servers: one that works, and others with an invalid certificate or a broken handshake."""

from __future__ import annotations

import base64
import datetime
import ssl
from functools import partial
from math import factorial
from pathlib import Path
from tempfile import TemporaryDirectory

import trustme
from page_stats_core.page.fetch.tls import client_context

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
        context = client_context()
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
            "tls_dhe": _dhe_context(self._trusted.issue_cert(*names, key_type=trustme.KeyType.RSA)),
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


def _dhe_context(certificate: trustme.LeafCert) -> ssl.SSLContext:
    """Return a context that offers only Diffie-Hellman over finite fields, with a group of 8,192 bits."""
    context = _server_context(certificate)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("DHE+AESGCM")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "dh.pem"
        path.write_text(_dh_parameters(_ffdhe8192(), 2), "ascii")
        context.load_dh_params(str(path))
    return context


def _dh_parameters(prime: int, generator: int) -> str:
    """Return the PEM of a group (PKCS #3), for a prime of 8,192 bits."""
    numbers = b"\x02\x82\x04\x01" + prime.to_bytes(1025, "big") + b"\x02\x01" + generator.to_bytes(1, "big")
    der = b"\x30\x82" + len(numbers).to_bytes(2, "big") + numbers
    lines = base64.encodebytes(der).decode("ascii")
    return f"-----BEGIN DH PARAMETERS-----\n{lines}-----END DH PARAMETERS-----\n"


def _ffdhe8192() -> int:
    """Return the prime of the group ffdhe8192 (RFC 7919, appendix A.5)."""
    e = sum((1 << 8200) // factorial(k) for k in range(1200))  # Euler's number with 8,200 bits after the point
    return (1 << 8192) - (1 << 8128) + (((e >> 138) + 10_965_728) << 64) - 1
