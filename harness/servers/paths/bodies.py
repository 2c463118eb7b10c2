"""Routes with long, slow, badly delimited or endless bodies."""

from __future__ import annotations

from harness.servers.answers import PAGE, answer, chunk, head
from harness.servers.connection import Connection, Gone
from harness.servers.routes import Visit, route

WORDS = b"tide " * 8192


def sized(length: int) -> bytes:
    """Return a page of exactly *length* bytes with words of 5 bytes each, including the space."""
    start = b"<title>Sized</title>"
    return (start + b"tide " * (length // 5 + 1))[:length]


@route("sized", ("1000", "2000000", "2000001"))
def sized_page(connection: Connection, visit: Visit) -> None:
    """Send a page of exactly as many bytes as the path says, such as sized/2000000."""
    connection.send(answer(sized(int(visit.rest))))


def article(length: int) -> bytes:
    """Return an article of about *length* bytes with typical markup."""
    paragraph = (
        b'<p class="text" id=p>The tide, says the <a href="/harbour?day=1&amp;port=2" title="Harbour &#8212; times">'
        b"harbour master</a>, is <em>low</em> at noon &mdash; and <b>high</b> at six; caf\xc3\xa9s open later.</p>\n"
        b"<!-- a remark --><script>var tide = '<low>';</script>\n"
    )
    body = paragraph * (length // len(paragraph) + 1)
    return b"<!doctype html><html lang=en><head><title>Tides &amp; times</title></head><body>" + body


@route("article", ("100000",))
def article_page(connection: Connection, visit: Visit) -> None:
    """Send an article of about as many bytes as the path says, such as article/100000."""
    connection.send(answer(article(int(visit.rest))))


@route("sized-then-silence", ("1000", "2000001"))
def sized_then_silence(connection: Connection, visit: Visit) -> None:
    """Send as many bytes as the path says (sized-then-silence/1000), a tenth of the Content-Length, and then wait."""
    length = int(visit.rest)
    connection.send(head(f"Content-Length: {length * 10}"), sized(length))
    connection.hold()


@route("no-length")
def no_length(connection: Connection, _: Visit) -> None:
    """Send a page without Content-Length, which ends when the connection is closed."""
    connection.send(head(), PAGE)


@route("http-1.0")
def http_1_0(connection: Connection, _: Visit) -> None:
    """Send the ordinary page in HTTP/1.0."""
    connection.send(head().replace(b"HTTP/1.1", b"HTTP/1.0"), PAGE)


@route("chunked")
def chunked(connection: Connection, _: Visit) -> None:
    """Send the ordinary page in two chunks, with an extension and a trailer."""
    connection.send(head("Transfer-Encoding: chunked"), chunk(PAGE[:30], b";a=b"), chunk(PAGE[30:]))
    connection.send(b"0\r\nExpires: 0\r\n\r\n")


@route("one-byte-chunks", ("2000", "200000"))
def one_byte_chunks(connection: Connection, visit: Visit) -> None:
    """Send a page in as many chunks of one byte as the path says, such as one-byte-chunks/200000."""
    connection.send(head("Transfer-Encoding: chunked"))
    page = sized(int(visit.rest))
    for start in range(0, len(page), 1000):
        connection.send(b"".join(chunk(bytes([byte])) for byte in page[start : start + 1000]))
    connection.send(chunk(b""))


@route("cut-chunk")
def cut_chunk(connection: Connection, _: Visit) -> None:
    """Send a page with a truncated chunk."""
    connection.send(head("Transfer-Encoding: chunked"), chunk(PAGE)[:-20])


@route("cut-chunks")
def cut_chunks(connection: Connection, _: Visit) -> None:
    """Send a chunked page without the final empty chunk."""
    connection.send(head("Transfer-Encoding: chunked"), chunk(PAGE))


@route("bad-chunk")
def bad_chunk(connection: Connection, _: Visit) -> None:
    """Send a page with an invalid chunk size."""
    connection.send(head("Transfer-Encoding: chunked"), b"many\r\n", PAGE)


@route("endless-chunks")
def endless_chunks(connection: Connection, _: Visit) -> None:
    """Send an endless chunked page."""
    connection.send(head("Transfer-Encoding: chunked"), chunk(sized(100)))
    while True:
        connection.send(chunk(WORDS))


@route("endless-chunk-extension")
def endless_chunk_extension(connection: Connection, _: Visit) -> None:
    """Send a chunk with an endless extension."""
    connection.send(head("Transfer-Encoding: chunked"), b"5;a=")
    while True:
        connection.send(b"a" * 8192)


@route("endless-trailer")
def endless_trailer(connection: Connection, _: Visit) -> None:
    """Send a complete chunked page with an endless trailer."""
    connection.send(head("Transfer-Encoding: chunked"), chunk(PAGE), b"0\r\n")
    while True:
        connection.send(b"X-Tide: low\r\n" * 500)


@route("endless-body")
def endless_body(connection: Connection, _: Visit) -> None:
    """Send an endless page without Content-Length."""
    connection.send(head(), sized(100))
    while True:
        connection.send(WORDS)


@route("trickled-body")
def trickled_body(connection: Connection, _: Visit) -> None:
    """Send the start of a page, and then one byte every 0.1 s."""
    connection.send(head("Content-Length: 10000"), PAGE)
    connection.trickle(sized(10_000 - len(PAGE)))


@route("silent-body")
def silent_body(connection: Connection, _: Visit) -> None:
    """Send only the beginning of a page, and keep the connection open."""
    connection.send(head("Content-Length: 10000"), PAGE)
    connection.hold()


@route("short-body")
def short_body(connection: Connection, _: Visit) -> None:
    """Send a page that is shorter than its Content-Length."""
    connection.send(head("Content-Length: 10000"), PAGE)


@route("long-body")
def long_body(connection: Connection, _: Visit) -> None:
    """Send a page that is longer than its Content-Length."""
    connection.send(head(f"Content-Length: {len(PAGE)}"), PAGE, PAGE)


@route("reset-body")
def reset_body(connection: Connection, _: Visit) -> None:
    """Send a part of a page, and then a TCP reset."""
    connection.send(head("Content-Length: 10000"), PAGE)
    _reset_after_delivery(connection)


@route("reset-no-length")
def reset_no_length(connection: Connection, _: Visit) -> None:
    """Send a page without Content-Length, and then a TCP reset."""
    connection.send(head(), PAGE)
    _reset_after_delivery(connection)


@route("ragged")
def ragged(connection: Connection, _: Visit) -> None:
    """Send a page without Content-Length, and disconnect without TLS's close_notify."""
    connection.send(head(), PAGE)
    raise Gone


def _reset_after_delivery(connection: Connection) -> None:
    connection.pause(0.1)  # a reset overtakes data that the peer has not read yet
    connection.reset()
