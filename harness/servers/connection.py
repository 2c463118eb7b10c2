"""The server's side of a connection: methods to read requests, send or delay answers, and disconnect."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from dataclasses import dataclass

HEAD_MAX = 65_536


class Gone(Exception):  # noqa: N818  # not an error: most hostile routes end this way
    """The peer has disconnected, or the server is closing."""


@dataclass(frozen=True, slots=True)
class Request:
    """The head of a request, with the headers' original order and case."""

    method: str
    target: str
    version: str
    fields: tuple[tuple[str, str], ...]

    def field(self, name: str) -> str | None:
        """Return the value of the first header called *name*, ignoring case."""
        return next((value for key, value in self.fields if key.lower() == name.lower()), None)


class Connection:
    """A plain or TLS socket. Its methods raise ``Gone`` or ``OSError`` if the peer has disconnected."""

    def __init__(self, peer: socket.socket, closing: threading.Event) -> None:
        self.socket = peer
        self._closing = closing

    def start_tls(self, context: ssl.SSLContext) -> None:
        """Do the TLS handshake as the server, and use TLS from then on."""
        tls = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.socket = tls
        self.pause(0)  # if the server is closing, it may have shut down only the old socket
        tls.do_handshake()

    def read_request(self) -> Request | None:
        """Read the head of a request; return None if the client sends something else, such as a TLS handshake."""
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
        data = self.socket.recv(HEAD_MAX)
        if not data:
            raise Gone
        return data

    def send(self, *parts: bytes) -> None:
        self.socket.sendall(b"".join(parts))

    def trickle(self, data: bytes, seconds: float = 0.1) -> None:
        """Send one byte at a time, so that the peer never waits long for the next byte."""
        for byte in data:
            self.send(bytes([byte]))
            self.pause(seconds)

    def pause(self, seconds: float) -> None:
        """Wait this long; raise ``Gone`` if the server closes in the meantime."""
        if self._closing.wait(seconds):
            raise Gone

    def hold(self) -> None:
        """Send nothing, and wait until the peer disconnects."""
        while True:
            self.receive()

    def reset(self) -> None:
        """Close the connection with a TCP reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.abandon()

    def abandon(self) -> None:
        """Close the connection without sending TLS's close_notify."""
        self.socket.close()

    def close(self) -> None:
        """Close the connection properly, with close_notify if it uses TLS."""
        if isinstance(self.socket, ssl.SSLSocket):
            with contextlib.suppress(OSError, ValueError):
                self.socket.settimeout(0)  # send close_notify, but do not wait for the peer's close_notify
                self.socket.unwrap()
        self.socket.close()
