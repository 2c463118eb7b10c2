"""One connection as a server sees it: what was asked, and the ways to answer, to dawdle and to leave."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from dataclasses import dataclass

HEAD_MAX = 65_536


class Gone(Exception):  # noqa: N818  # no error: how most hostile routes end
    """The peer has left, or the server is closing."""


@dataclass(frozen=True, slots=True)
class Request:
    """The head of a request: its three words, and its fields in the order and the case in which they came."""

    method: str
    target: str
    version: str
    fields: tuple[tuple[str, str], ...]

    def field(self, name: str) -> str | None:
        """Return the value of the first field of that name, in any case."""
        return next((value for key, value in self.fields if key.lower() == name.lower()), None)


class Connection:
    """A socket, plain or within TLS. Its methods raise ``Gone`` or ``OSError`` when there is nobody to talk to."""

    def __init__(self, peer: socket.socket, closing: threading.Event) -> None:
        self.socket = peer
        self._closing = closing

    def start_tls(self, context: ssl.SSLContext) -> None:
        """Speak TLS from here on."""
        tls = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.socket = tls
        self.pause(0)  # whoever closes the server from now on finds the right socket
        tls.do_handshake()

    def read_request(self) -> Request | None:
        """Read a head; None if what came is no HTTP (a TLS handshake, for one)."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self.receive()
            if not data[:1].isalpha() or len(data) > HEAD_MAX:
                return None
        first, *lines = data.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        method, target, version = first.split(" ")
        fields = tuple((name, value.strip()) for name, _, value in (line.partition(":") for line in lines))
        return Request(method, target, version, fields)

    def receive(self) -> bytes:
        """Wait for some bytes."""
        data = self.socket.recv(HEAD_MAX)
        if not data:
            raise Gone
        return data

    def send(self, *parts: bytes) -> None:
        """Send all of the bytes."""
        self.socket.sendall(b"".join(parts))

    def trickle(self, data: bytes, seconds: float = 0.1) -> None:
        """Send byte by byte, so that no single wait of the peer is long."""
        for byte in data:
            self.send(bytes([byte]))
            self.pause(seconds)

    def pause(self, seconds: float) -> None:
        """Do nothing for a while."""
        if self._closing.wait(seconds):
            raise Gone

    def hold(self) -> None:
        """Say nothing until the peer leaves."""
        while True:
            self.receive()

    def reset(self) -> None:
        """Leave without any manners: the peer's system reports a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.abandon()

    def abandon(self) -> None:
        """Leave without TLS's farewell."""
        self.socket.close()

    def close(self) -> None:
        """Leave in good order."""
        if isinstance(self.socket, ssl.SSLSocket):
            with contextlib.suppress(OSError, ValueError):
                self.socket.settimeout(0)  # say farewell, do not wait for the peer's
                self.socket.unwrap()
        self.socket.close()
