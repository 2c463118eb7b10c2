"""Routes whose status line or headers are slow, endless, contradictory or invalid."""

from __future__ import annotations

from harness.servers.answers import PAGE, answer, head
from harness.servers.connection import Connection
from harness.servers.routes import Visit, route

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

# Raw replies, by the rest of the path.
REPLIES: dict[str, bytes] = {
    "http-0.9": PAGE,
    "bad-status-line": b"HTTP/1.1 OK\r\n\r\n" + PAGE,
    "bad-version": b"HTTQ/1.1 200 OK\r\n\r\n" + PAGE,
    "http-2": b"HTTP/2 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE,
    "status-099": b"HTTP/1.1 099 Low\r\n\r\n" + PAGE,
    "status-1000": b"HTTP/1.1 1000 High\r\n\r\n" + PAGE,
    "binary": bytes(range(256)) * 4,
    "no-colon": b"HTTP/1.1 200 OK\r\nContent-Type text/html\r\n\r\n" + PAGE,
    "nul-in-field": head("X-Tide: lo\0w") + PAGE,
    "conflicting-lengths": answer(PAGE, "Content-Length: 5"),
    "equal-lengths": answer(PAGE, f"Content-Length: {len(PAGE)}"),
    "negative-length": head("Content-Length: -5") + PAGE,
    "huge-length": head("Content-Length: " + "9" * 5000) + PAGE,
    "length-and-chunks": head("Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
    "unknown-transfer": head("Transfer-Encoding: tide") + PAGE,
    "bare-line-feeds": answer().replace(b"\r\n", b"\n"),
    "folded-after-length": head(f"Content-Length: {len(PAGE)}", "X-Tide: low\r\n and high") + PAGE,
    "control-after-length": head(f"Content-Length: {len(PAGE)}", "X-Tide: lo\x01w") + PAGE,
    "nul-after-length": head(f"Content-Length: {len(PAGE)}", "X-Tide: lo\0w") + PAGE,
    "no-colon-after-length": head(f"Content-Length: {len(PAGE)}", "X-Tide low") + PAGE,
    "space-after-length": head(f"Content-Length: {len(PAGE)}", "X Tide: low") + PAGE,
    "upgrade": b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "transfer-gzip": head("Transfer-Encoding: gzip, chunked") + b"0\r\n\r\n",
    "transfer-identity": head("Transfer-Encoding: identity") + PAGE,
    "transfer-empty": head("Transfer-Encoding:") + PAGE,
    "transfer-twice": head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
    "transfer-upper": head("Transfer-Encoding: CHUNKED") + b"%x\r\n%s\r\n0\r\n\r\n" % (len(PAGE), PAGE),
    "transfer-redirect": head("Transfer-Encoding: tide", "Location: /ok", status=302),
    "folded": answer(PAGE, "X-Tide: low\r\n and high"),
    "20-kilobytes": answer(PAGE, "X-Tide: " + "a" * 20_000),
    "no-reason": answer(status="200 "),
    "latin-1-reason": answer().replace(b"200 OK", b"200 D\xe9j\xe0"),
    "cut-head": head()[:40],
    "cut-status-line": b"HTTP/1.1 2",
}


@route("reply", REPLIES)
def reply(connection: Connection, visit: Visit) -> None:
    """Send the reply of REPLIES that the path names, such as reply/http-0.9, and close the connection."""
    connection.send(REPLIES[visit.rest])


@route("reply-and-stay", REPLIES)
def reply_and_stay(connection: Connection, visit: Visit) -> None:
    """Send the reply of REPLIES that the path names, such as reply-and-stay/http-0.9, and keep the connection open."""
    connection.send(REPLIES[visit.rest])
    connection.hold()


@route("banner")
def banner(connection: Connection, _: Visit) -> None:
    """Send the banner of another protocol, and then wait."""
    connection.send(b"SSH-2.0-Tide_1.0\r\n")
    connection.hold()


@route("continues", ("10", "11"))
def continues(connection: Connection, visit: Visit) -> None:
    """Send as many 100 responses (Continue) as the path says, such as continues/10, then the ordinary page."""
    connection.send(CONTINUE * int(visit.rest), answer())


@route("hints", ("10", "11"))
def hints(connection: Connection, visit: Visit) -> None:
    """Send as many 103 responses (Early Hints) as the path says, such as hints/10, then the ordinary page."""
    connection.send(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * int(visit.rest), answer())


@route("endless-continue")
def endless_continue(connection: Connection, _: Visit) -> None:
    """Send endless informational responses."""
    while True:
        connection.send(CONTINUE)


@route("trickled-continue")
def trickled_continue(connection: Connection, _: Visit) -> None:
    """Send endless informational responses, one every 0.3 s."""
    while True:
        connection.send(CONTINUE)
        connection.pause(0.3)


@route("trickled-head")
def trickled_head(connection: Connection, _: Visit) -> None:
    """Send the status line and headers one byte at a time, every 0.1 s."""
    connection.trickle(head("X-Tide: " + "a" * 1000))


@route("endless-fields")
def endless_fields(connection: Connection, _: Visit) -> None:
    """Send a status line and endless headers."""
    connection.send(head().removesuffix(b"\r\n"))
    while True:
        connection.send(b"X-Tide: low\r\n" * 500)


@route("endless-field")
def endless_field(connection: Connection, _: Visit) -> None:
    """Send an endless header value."""
    connection.send(head().removesuffix(b"\r\n"), b"X-Tide: ")
    while True:
        connection.send(b"a" * 8192)


@route("endless-status-line")
def endless_status_line(connection: Connection, _: Visit) -> None:
    """Send an endless status line."""
    connection.send(b"HTTP/1.1 200 O")
    while True:
        connection.send(b"K" * 8192)
