"""One HTTP exchange, which is a request and its response (§5.13, §5.14)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

import pytest
from page_stats_core.contract import PageStatsError
from page_stats_core.page.fetch.exchange import HEAD_MAX, Exchange
from page_stats_core.page.fetch.operations import Flow, Pause

OK = b"HTTP/1.1 200 OK\r\n"
HINT = b"HTTP/1.1 103 Early Hints\r\n\r\n"


class Script:
    """A channel that delivers the given bytes and then reports the end of the data."""

    def __init__(self, arriving: Iterable[bytes]) -> None:
        self._arriving = iter(arriving)
        self.received = 0

    def send(self, data: bytes) -> Flow[None]:
        """Discard *data*."""
        yield from ()

    def receive(self) -> Flow[bytes]:
        """Return the next bytes."""
        yield from ()
        self.received += 1
        return next(self._arriving, b"")


def finish(flow: Generator[Any, Any, Any]) -> tuple[Any, int]:
    """Run a flow that only pauses; return its result and the number of pauses."""
    pauses = 0
    try:
        while True:
            assert isinstance(next(flow), Pause)
            pauses += 1
    except StopIteration as end:
        return end.value, pauses


def read(*arriving: bytes) -> tuple[int, bytes]:
    """Return the status and the body of a whole response."""
    exchange = Exchange(Script(arriving))
    head, _ = finish(exchange.request("GET", "/", [("Host", "a.test")]))
    body = b""
    while data := finish(exchange.read())[0]:
        body += data
    return head.status_code, body


def fault(*arriving: bytes) -> str | None:
    """Read a response that must fail, and return the reason of the failure."""
    with pytest.raises(PageStatsError) as caught:
        read(*arriving)
    return caught.value.failure.reason


@pytest.mark.parametrize(
    ("arriving", "expected"),
    [
        (OK + b"Content-Length: 3\r\n\r\nabcdef", b"abc"),
        (OK + b"\r\nabc", b"abc"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nA: b\r\n\r\n", b"abc"),
        (b"HTTP/1.0 200 OK\r\n\r\nabc", b"abc"),
        (OK.replace(b" OK", b"") + b"\r\nabc", b"abc"),
        (HINT * 10 + OK + b"\r\nabc", b"abc"),
    ],
)
def test_bodies(arriving: bytes, expected: bytes) -> None:
    """Content-Length, the last chunk or a closed connection ends a body, even after ten informational responses."""
    assert read(arriving) == (200, expected)
    assert read(*(bytes([byte]) for byte in arriving)) == (200, expected)


@pytest.mark.parametrize(
    "arriving",
    [
        b"",
        b"HT",
        b"HTTP/1.1 2",
        OK + b"Content-Le",
        OK + b"Content-Length: 4\r\n\r\nabc",
        OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nab",
        OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        HINT,
    ],
)
def test_early_ends(arriving: bytes) -> None:
    """If the connection ends before the response is complete, the call fails with reason reset (§5.13)."""
    assert fault(arriving) == "reset"


@pytest.mark.parametrize(
    "arriving",
    [
        b"SSH-2.0-Tide\r\n",
        b"<!doctype html>",
        b"H2",
        b"\0",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/3.0 200 OK\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/1.1 099 Low\r\n\r\n",
        b"HTTP/1.1 1000 High\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: tide\r\n\r\n",
        OK + b"no colon\r\n\r\n",
        OK + b"Content-Length: -1\r\n\r\n",
        OK + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        OK + b"Transfer-Encoding: chunked\r\n\r\nmany\r\n",
        HINT * 11 + OK + b"\r\n",
        OK + b"A: " + b"b" * HEAD_MAX,
        OK + b"A: b\r\n" * HEAD_MAX,
    ],
)
def test_no_http(arriving: bytes) -> None:
    """A response that is not HTTP/1, or whose headers are too large, fails at once with reason protocol (§5.14)."""
    assert fault(*(arriving[start : start + 1000] for start in range(0, len(arriving), 1000))) == "protocol"


@pytest.mark.parametrize("cut", [1000, 65_535, 65_536, 1_000_000])
@pytest.mark.parametrize("before", [b"", HINT])
def test_greatest_head(cut: int, before: bytes) -> None:
    """Headers may have at most 65,536 bytes, however the data is split and whatever surrounds the headers (§5.14)."""

    def parts(size: int) -> list[bytes]:
        head = OK + b"A: " + b"b" * (size - len(OK) - 7) + b"\r\n\r\n"
        arriving = before + head + b"body" * 1000
        return [arriving[start : start + cut] for start in range(0, len(arriving), cut)]

    assert read(*parts(HEAD_MAX)) == (200, b"body" * 1000)
    assert fault(*parts(HEAD_MAX + 1)) == "protocol"


def test_other_protocols_are_told_at_once() -> None:
    """The first byte that cannot be HTTP ends the exchange without another receive (§5.14)."""
    script = Script([b"S", b"SH-2.0-Tide\r\n"])
    with pytest.raises(PageStatsError):
        finish(Exchange(script).request("GET", "/", [("Host", "a.test")]))
    assert script.received == 1


def test_many_events_pause() -> None:
    """If one receive returns many chunks, reading them pauses regularly to check the deadline (§5.2)."""
    exchange = Exchange(Script([OK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 1000 + b"0\r\n\r\n"]))
    finish(exchange.request("GET", "/", [("Host", "a.test")]))
    pauses = 0
    while True:
        data, more = finish(exchange.read())
        pauses += more
        if not data:
            break
    assert pauses >= 10


def test_trailing() -> None:
    """Bytes that arrive after the CONNECT response are kept for the tunnel."""
    exchange = Exchange(Script([b"HTTP/1.1 200 Connected\r\n\r\nearly"]))
    finish(exchange.request("CONNECT", "a.test:443", [("Host", "a.test:443")]))
    assert exchange.trailing == b"early"
