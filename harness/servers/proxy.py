"""Forward proxies: one that works, one with authentication, and several broken ones.

A proxy resolves the names in requests itself; these proxies know only the names in ``NAMES``.
"""

from __future__ import annotations

import base64
import select
import socket
from functools import partial
from urllib.parse import urlsplit

from harness.servers.answers import answer
from harness.servers.connection import Connection, Request
from harness.servers.listener import Handler

MALFORMED = b"HTTP/1.1 200 Connected\r\nno colon\r\nProxy Agent: tide\r\nContent-Length: 1\r\nContent-Length: 2\r\n"
NAMES = {"public.test": "127.0.0.2", "tls.test": "127.0.0.2", "internal.test": "127.0.0.1"}
CREDENTIALS, CREDENTIALS_IN_URL = "me:p@ss", "me:p%40ss"


def forward(
    connection: Connection, seen: list[Request], credentials: str = "", connected: bytes = b"HTTP/1.1 200 Connected\r\n"
) -> None:
    """Forward one request to its server; require *credentials*, if given. *seen* collects the requests.

    *connected* is the successful answer to CONNECT, without the empty line at its end.
    """
    request = connection.read_request()
    if request is None:
        return
    seen.append(request)
    if credentials and request.field("Proxy-Authorization") != _basic(credentials):
        connection.send(answer(b"", "Proxy-Authenticate: Basic", status=407))
    elif request.method == "CONNECT":
        host, _, port = request.target.rpartition(":")
        _tunnel(connection, host.strip("[]"), int(port), reply=connected + b"\r\n")
    else:
        url = urlsplit(request.target)
        _tunnel(connection, url.hostname or "", url.port or 80, first=_origin_form(request))


def refuse(connection: Connection) -> None:
    """Answer every request with 403."""
    connection.read_request()
    connection.send(answer(b"Not through me.", status=403))


def hang(connection: Connection) -> None:
    """Never answer."""
    connection.hold()


def close(connection: Connection) -> None:
    """Read the request, and close the connection without an answer."""
    connection.read_request()


def garbage(connection: Connection) -> None:
    """Answer in another protocol, like a server that is not a proxy."""
    connection.read_request()
    connection.send(b"220 tide.test ready\r\n")


def endless(connection: Connection) -> None:
    """Answer with endless headers."""
    connection.read_request()
    connection.send(b"HTTP/1.1 200 Connected\r\n")
    while True:
        connection.send(b"X-Tide: low\r\n" * 500)


def handlers(seen: list[Request]) -> dict[str, Handler]:
    """Return the proxies' handlers by placeholder; working proxies append each request that they receive to *seen*."""
    return {
        "proxy": partial(forward, seen=seen),
        "proxy_locked": partial(forward, seen=seen, credentials=CREDENTIALS),
        "proxy_malformed": partial(forward, seen=seen, connected=MALFORMED),
        "proxy_refusing": refuse,
        "proxy_hanging": hang,
        "proxy_closing": close,
        "proxy_garbage": garbage,
        "proxy_endless": endless,
    }


def _basic(credentials: str) -> str:
    return "Basic " + base64.b64encode(credentials.encode()).decode()


def _origin_form(request: Request) -> bytes:
    url = urlsplit(request.target)
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    fields = [f"{name}: {value}" for name, value in request.fields if not name.lower().startswith("proxy-")]
    return "\r\n".join([f"{request.method} {target} {request.version}", *fields, "", ""]).encode("latin-1")


def _tunnel(connection: Connection, host: str, port: int, *, reply: bytes = b"", first: bytes = b"") -> None:
    """Connect to the server, send *first* to the server and *reply* to the client, then relay data both ways."""
    try:
        upstream = socket.create_connection((NAMES.get(host, host), port), 2)
    except OSError:
        connection.send(answer(b"", status=502))
        return
    with upstream:
        upstream.sendall(first)
        connection.send(reply)
        other = {connection.socket: upstream, upstream: connection.socket}
        while True:
            for each in select.select(list(other), [], [])[0]:
                data = each.recv(65_536)
                if not data:
                    return
                other[each].sendall(data)
