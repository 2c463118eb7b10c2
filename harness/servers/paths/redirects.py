"""Redirects: valid, endless, slow, broken and to forbidden hosts."""

from __future__ import annotations

from harness.servers.answers import answer, head
from harness.servers.connection import Connection
from harness.servers.routes import Visit, route

# `{name}` is replaced by the entry `name` of servers.Servers.places. Bytes outside ASCII are intended.
LOCATIONS: dict[str, bytes] = {
    "absolute": b"{base}/ok",
    "relative": b"../ok",
    "scheme-relative": b"//127.0.0.2:{port}/ok",
    "fragment": b"/ok#part",
    "utf-8": b"/echo/line/caf\xc3\xa9",
    "latin-1": b"/echo/line/caf\xe9",
    "encoded-line-end": b"/echo/line/a%0D%0AX-Injected:%201",
    "tab": b"/o\tk",
    "secure": b"{tls}/ok",
    "insecure": b"{base}/ok",
    "to-loopback": b"{internal}/",
    "to-localhost": b"http://localhost:{internal_port}/",
    "to-number": b"http://2130706433:{internal_port}/",
    "to-hexadecimal": b"http://0x7f.1:{internal_port}/",
    "to-mapped": b"http://[::ffff:127.0.0.1]:{internal_port}/",
    "to-ipv6-loopback": b"http://[::1]:{internal_port}/",
    "file": b"file:///etc/hostname",
    "ftp": b"ftp://127.0.0.2/",
    "javascript": b"javascript:alert(1)",
    "no-host": b"http://",
    "bad-port": b"http://127.0.0.2:22/",
    "port-too-large": b"http://127.0.0.2:65536/",
    "user": b"http://me:secret@127.0.0.2:{port}/ok",
    "invalid": b"http://exa mple/",
    "too-long": b"/ok?" + b"a" * 8192,
    "long": b"/ok?" + b"a" * 3000,
    "empty": b"",
}


def location(visit: Visit, row: bytes) -> bytes:
    """Return the Location header for a row of LOCATIONS."""
    for name, place in visit.places.items():
        row = row.replace(b"{%s}" % name.encode(), place.encode())
    return b"Location: " + row


@route("redirect", LOCATIONS)
def redirect(connection: Connection, visit: Visit) -> None:
    """Redirect to the location in the row of LOCATIONS that the path names, such as redirect/to-number."""
    connection.send(answer(b"", location(visit, LOCATIONS[visit.rest.partition("/")[0]]), status=302))


@route("moved", ("300", "301", "302", "303", "307", "308"))
def moved(connection: Connection, visit: Visit) -> None:
    """Redirect to the ordinary page with the status that the path says, such as moved/308."""
    connection.send(answer(b"Gone there.", "Location: /ok", status=int(visit.rest)))


@route("moved-endless")
def moved_endless(connection: Connection, _: Visit) -> None:
    """Redirect to the ordinary page in a response with an endless body."""
    connection.send(head("Location: /ok", status=301))
    while True:
        connection.send(b"moved " * 8000)


@route("moved-nowhere")
def moved_nowhere(connection: Connection, _: Visit) -> None:
    """Answer with a redirect without Location."""
    connection.send(answer(status=302))


@route("moved-twice")
def moved_twice(connection: Connection, _: Visit) -> None:
    """Answer with a redirect with two Location headers, of which the second leads to the internal server."""
    connection.send(answer(b"", "Location: /ok", "Location: http://127.0.0.1/", status=302))


@route("hops", ("10", "11"))
def hops(connection: Connection, visit: Visit) -> None:
    """Redirect as often as the path says, such as hops/10, then send the ordinary page."""
    left = int(visit.rest)
    connection.send(answer(b"", f"Location: /hops/{left - 1}", status=302) if left else answer())


@route("slow-hops", ("9",))
def slow_hops(connection: Connection, visit: Visit) -> None:
    """Redirect as often as the path says, such as slow-hops/9, each time after 0.3 s, then send the ordinary page."""
    connection.pause(0.3)
    left = int(visit.rest)
    connection.send(answer(b"", f"Location: /slow-hops/{left - 1}", status=302) if left else answer())


@route("loop", ("", "fragment", "1"))
def loop(connection: Connection, visit: Visit) -> None:
    """Redirect to the same URL: directly (loop), with a fragment (loop/fragment) or via another URL (loop/1)."""
    target = {"": "/loop", "fragment": "/loop/fragment#again", "1": "/loop/2", "2": "/loop/1"}[visit.rest]
    connection.send(answer(b"", f"Location: {target}", status=302))


@route("rebind")
def rebind(connection: Connection, visit: Visit) -> None:
    """Redirect to the ordinary page on the same host, for tests in which the host then has another address."""
    connection.send(answer(b"", f"Location: http://{visit.request.field('host')}/ok", status=302))
