"""Parsing response headers (§5.5-§5.8)."""

from __future__ import annotations

import pytest
from page_stats_core.page.fetch import fields

NOW = 784_111_777.25  # Sun, 06 Nov 1994 08:49:37.25 GMT


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], None),
        ([b""], ""),
        ([b"text/html"], "text/html"),
        ([b"text/html; charset=utf-8"], "text/html; charset=utf-8"),
        ([b"text/html", b"text/plain"], "text/html"),
        ([b"text/html,text/plain"], "text/html"),
        ([b"text/html , text/plain"], "text/html"),
        ([b", text/html"], ""),
        ([b'text/html; a="b,c"', b"text/plain"], 'text/html; a="b,c"'),
        ([b'text/html; a="b\\",c"', b"text/plain"], 'text/html; a="b\\",c"'),
        ([b'text/html; a="b', b'c"; d', b"e"], 'text/html; a="b, c"; d'),
        ([b'text/html; a="b', b"text/plain"], 'text/html; a="b, text/plain'),
        ([b'text/html; a="b\\'], 'text/html; a="b\\'),
        ([b"text/html; a=\xe9"], "text/html; a=é"),
    ],
)
def test_content_type(values: list[bytes], expected: str | None) -> None:
    """Content-Type headers are joined and cut at the first comma outside quotes."""
    assert fields.content_type([(b"content-type", value) for value in values]) == expected


def test_content_type_takes_time_in_proportion() -> None:
    """A hostile Content-Type of the maximum size is parsed in linear time."""
    value = b'"' * 30_001 + b"\\" * 30_000
    assert fields.content_type([(b"content-type", value)]) == value.decode()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("text/html", "text/html"),
        ("TEXT/Html;charset=utf-8", "text/html"),
        (" \ttext/html\t ; a", "text/html"),
        ("", ""),
        ("; text/html", ""),
    ],
)
def test_media_type(value: str, expected: str) -> None:
    """The media type is the part before the parameters, trimmed and in lower case."""
    assert fields.media_type(value) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [([], ""), ([b""], ""), ([b" GZip "], "gzip"), ([b"gzip", b"gzip"], "gzip, gzip"), ([b"br"], "br")],
)
def test_content_encoding(values: list[bytes], expected: str) -> None:
    """Content-Encoding headers are joined, trimmed and lower-cased; without such a header, the result is empty."""
    assert fields.content_encoding([(b"content-encoding", value) for value in values]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(b"/caf\xc3\xa9", "/café"), (b"/caf\xe9", "/café"), (b"/\xc3\xa9\xff", "/Ã©ÿ"), (b"", "")],
)
def test_location(value: bytes, expected: str) -> None:
    """The first Location header is decoded as UTF-8 if its bytes are valid UTF-8, else as ISO-8859-1."""
    assert fields.location([(b"a", b"b"), (b"location", value), (b"location", b"/other")]) == expected


def test_no_location() -> None:
    """Without a Location header, the result is None."""
    assert fields.location([(b"content-location", b"/other")]) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"0", 0),
        (b"120", 120),
        (b"00000000120", 120),
        (b"86400", 86_400),
        (b"86401", None),
        (b"9" * 5000, None),
        (b"Sun, 06 Nov 1994 08:49:38 GMT", 1),
        (b"Sun, 06 Nov 1994 08:50:37 GMT", 60),
        (b"Sun, 06 Nov 1994 08:49:37 GMT", 0),
        (b"Sun, 06 Nov 1994 08:49:36 GMT", None),
        (b"Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
        (b"Mon, 07 Nov 1994 08:49:38 GMT", None),
        (b"Fri, 31 Dec 9999 23:59:59 GMT", None),
        (b"Sun, 31 Nov 1994 08:49:37 GMT", None),
        (b"Sun, 06 Nov 1994 24:00:00 GMT", None),
        (b"Sun, 06 Nov 1994 08:49:60 GMT", None),
        (b"Sun, 06 Nov 0000 08:49:37 GMT", None),
        (b"sun, 06 nov 1994 09:49:37 gmt", None),
        (b"Sun, 6 Nov 1994 09:49:37 GMT", None),
        (b"Sun, 06 Nov 1994 09:49:37 +0000", None),
        (b"Sunday, 06-Nov-94 09:49:37 GMT", None),
        (b"Sun Nov  6 09:49:37 1994", None),
        (b"", None),
        (b"-1", None),
        (b"+1", None),
        (b"1.5", None),
        (b"1e3", None),
        (b"1_0", None),
        (b"\xb2", None),
        (b"120, 60", None),
        (b"soon", None),
    ],
)
def test_retry_after(value: bytes, expected: int | None) -> None:
    """A number or an IMF-fixdate gives 0 to 86,400 seconds from now, rounded up. Any other value gives None."""
    assert fields.retry_after([(b"retry-after", value)], NOW) == expected


def test_no_retry_after() -> None:
    """Without a Retry-After header, the result is None."""
    assert fields.retry_after([], NOW) is None
