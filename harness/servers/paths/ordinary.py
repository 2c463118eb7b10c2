"""Well-behaved routes: pages, statuses, content types and echoes of the request."""

from __future__ import annotations

import datetime
import gzip
from email.utils import format_datetime

from harness.servers.answers import PAGE, answer, head, titled
from harness.servers.connection import Connection
from harness.servers.routes import Visit, listing, route

KINDS: dict[str, list[bytes]] = {
    "none": [],
    "empty": [b"Content-Type:"],
    "bare": [b"Content-Type: text/html"],
    "upper": [b"Content-Type: TEXT/HTML;Charset=UTF-8"],
    "blanks": [b"Content-Type: \t text/html \t ; charset=utf-8 \t"],
    "xhtml": [b"Content-Type: application/xhtml+xml"],
    "plain": [b"Content-Type: text/plain"],
    "xml": [b"Content-Type: application/xml"],
    "prefix": [b"Content-Type: text/html5"],
    "two": [b"Content-Type: text/html", b"Content-Type: text/plain"],
    "two-other-first": [b"Content-Type: text/plain", b"Content-Type: text/html"],
    "comma": [b"Content-Type: text/html, text/plain; charset=utf-8"],
    "comma-quoted": [b'Content-Type: text/html; note="a,b"', b"Content-Type: text/plain"],
    "comma-quoted-escape": [b'Content-Type: text/html; note="a\\",b", text/plain'],
    "comma-html-last": [b"Content-Type: text/plain; charset=utf-8, text/html"],
    "comma-last-empty": [b"Content-Type: text/html, "],
    "any-then-html": [b"Content-Type: */*", b"Content-Type: text/html"],
    "html-then-any": [b"Content-Type: text/html", b"Content-Type: */*"],
    "html-then-json": [b"Content-Type: text/html", b"Content-Type: application/json"],
    "invalid-then-html": [b"Content-Type: te xt/html", b"Content-Type: text/html", b"Content-Type: html"],
    "html-then-unknown": [b"Content-Type: text/plain", b"Content-Type: unknown/unknown"],
    "any": [b"Content-Type: */*"],
    "invalid": [b"Content-Type: html"],
    "unknown": [b"Content-Type: Unknown/Unknown; charset=utf-16le"],
    "application-unknown": [b"Content-Type: application/unknown"],
    "none-nosniff": [b"X-Content-Type-Options: NoSniff"],
    "any-nosniff": [b"Content-Type: */*", b"X-Content-Type-Options: nosniff, x"],
    "none-not-nosniff": [b"X-Content-Type-Options: x, nosniff"],
    "none-br": [b"Content-Encoding: br"],
    "control": [b"Content-Type: text/plain; note=a\x80\x9bb"],
    "long": [b"Content-Type: text/plain; note=" + b"a" * 4000],
}

_CAFE = "<title>Caf\u00e9</title><p>One"
# Pages whose charset is declared by one of several Content-Types: the headers and the body.
CHARSETS: dict[str, tuple[list[bytes], bytes]] = {
    "last": (
        [b"Content-Type: text/html; charset=iso-8859-1", b"Content-Type: text/html; charset=utf-8"],
        _CAFE.encode(),
    ),
    "inherited": ([b"Content-Type: text/html; charset=ibm866, TEXT/HTML; a=b"], b"<title>Caf\x82</title><p>One"),
    "not-inherited": (
        [b"Content-Type: text/html; charset=ibm866", b"Content-Type: text/plain, text/html"],
        _CAFE.encode("latin-1"),
    ),
}

# Bodies that are sent without a Content-Type.
UNTYPED: dict[str, bytes] = {
    "doctype": PAGE,
    "blanks": b" \t\r\n\f<BODY >Four words stand here.",
    "comment": b"<!-- low --><p>Four words stand here.",
    "html": b"<html><p>Four words stand here.",
    "p": b"<p>Four words stand here.",
    "bom": b"\xef\xbb\xbf<html><p>Four words stand here.",
    "meta": b"<meta charset=utf-8><p>Four words stand here.",
    "unterminated": b"<html\n><p>Four words stand here.",
    "longer-name": b"<header><p>Four words stand here.",
    "slash": b"<br/><p>Four words stand here.",
    "xml": b"<?xml version='1.0'?><html><p>Four words stand here.",
    "text": b"Four words stand here.",
    "empty": b"",
    "within": b" " * 1441 + b"<br><p>Four words stand here.",
    "beyond": b" " * 1442 + b"<br><p>Four words stand here.",
}

RETRY_AFTER: dict[str, list[bytes]] = {
    "digits": [b"Retry-After: 120"],
    "first-of-two": [b"Retry-After: 120", b"Retry-After: 60"],
    "zero": [b"Retry-After: 0"],
    "leading-zeros": [b"Retry-After: 000120"],
    "day": [b"Retry-After: 86400"],
    "more-than-a-day": [b"Retry-After: 86401"],
    "past": [b"Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"],
    "far": [b"Retry-After: Fri, 31 Dec 2999 23:59:59 GMT"],
    "junk": [b"Retry-After: soon"],
    "empty": [b"Retry-After:"],
    "negative": [b"Retry-After: -1"],
    "fraction": [b"Retry-After: 1.5"],
    "superscript": [b"Retry-After: \xb2"],
    "many-digits": [b"Retry-After: " + b"9" * 5000],
    "no-such-day": [b"Retry-After: Sun, 32 Nov 1994 08:49:37 GMT"],
    "rfc-850": [b"Retry-After: Sunday, 06-Nov-94 08:49:37 GMT"],
    "asctime": [b"Retry-After: Sun Nov  6 08:49:37 1994"],
}


@route("")
def index(connection: Connection, _: Visit) -> None:
    """Send a page that lists all routes."""
    rows = "".join(f"<dt><a href=/{name}>/{name}</a><dd>{what}" for name, what in listing().items())
    connection.send(answer(f"<!doctype html><title>Routes</title><dl>{rows}</dl>".encode()))


@route("ok")
def ok(connection: Connection, _: Visit) -> None:
    """Send the ordinary page."""
    connection.send(answer())


@route("slow")
def slow(connection: Connection, _: Visit) -> None:
    """Send the ordinary page after one second."""
    connection.pause(1)
    connection.send(answer())


@route("status", ("204", "206", "304", "404", "503", "999", "101"))
def status(connection: Connection, visit: Visit) -> None:
    """Send the ordinary page with the status that the path says, such as status/503."""
    code = int(visit.rest)
    connection.send(head(status=code) if code in {101, 204, 304} else answer(status=code))


@route("missing-endless")
def missing_endless(connection: Connection, _: Visit) -> None:
    """Answer with 404 and an endless body."""
    connection.send(head(status=404))
    while True:
        connection.send(b"missing " * 8000)


@route("pdf")
def pdf(connection: Connection, _: Visit) -> None:
    """Send a PDF."""
    connection.send(answer(b"%PDF-1.7\n", kind="application/pdf"))


@route("kind", KINDS)
def kind(connection: Connection, visit: Visit) -> None:
    """Send the ordinary page with the Content-Type headers in KINDS that the path names, such as kind/upper."""
    connection.send(answer(PAGE, *KINDS[visit.rest], kind=None))


@route("charset", CHARSETS)
def charset(connection: Connection, visit: Visit) -> None:
    """Send the headers and the page in CHARSETS that the path names, such as charset/inherited."""
    fields, page = CHARSETS[visit.rest]
    connection.send(answer(page, *fields, kind=None))


@route("untyped", (*UNTYPED, "endless", "gzip"))
def untyped(connection: Connection, visit: Visit) -> None:
    """Without a Content-Type, send a body of UNTYPED, a compressed page or an endless body, as the path says."""
    if visit.rest == "gzip":
        connection.send(answer(gzip.compress(PAGE, mtime=0), "Content-Encoding: gzip", kind=None))
    elif visit.rest != "endless":
        connection.send(answer(UNTYPED[visit.rest], kind=None))
    else:
        connection.send(head(kind=None))
        while True:
            connection.send(b"tide " * 1000)


@route("retry-after", (*RETRY_AFTER, "date"))
def retry_after(connection: Connection, visit: Visit) -> None:
    """Answer with 503 and the row of RETRY_AFTER that the path names; retry-after/date sends a date in 100 s."""
    fields = RETRY_AFTER.get(visit.rest)
    if fields is None:
        date = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=100)
        fields = [b"Retry-After: " + format_datetime(date, usegmt=True).encode()]
    connection.send(answer(PAGE, *fields, status=503))


@route("echo", ("", "line", "field/accept"))
def echo(connection: Connection, visit: Visit) -> None:
    """Send a page whose title is the request's header names, its first line (echo/line) or one header's value.

    For example, the title of echo/field/accept is the value of the header Accept.
    """
    request = visit.request
    if visit.rest.startswith("field/"):
        title = request.field(visit.rest.removeprefix("field/")) or ""
    elif visit.rest.startswith("line"):
        title = f"{request.method} {request.target} {request.version}"
    else:
        title = " ".join(sorted(name.lower() for name, _ in request.fields))
    connection.send(titled(title))
