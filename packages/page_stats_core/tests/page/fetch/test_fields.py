"""Parsing response headers (§5.5-§5.8)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from page_stats_core.page.fetch import fields

NOW = 784_111_777.25  # Sun, 06 Nov 1994 08:49:37.25 GMT


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (None, "", "")),
        ([b""], ("", "", "")),
        ([b"text/html"], ("text/html", "text/html", "text/html")),
        ([b" TEXT/Html\t ; a"], ("TEXT/Html\t ; a", "text/html", "TEXT/Html\t ; a")),
        ([b"text/html", b"text/plain"], ("text/plain", "text/plain", "text/plain")),
        ([b"text/html, text/plain"], ("text/plain", "text/plain", "text/plain")),
        ([b"*/*", b"text/html"], ("text/html", "text/html", "text/html")),
        ([b"text/html", b"*/*"], ("text/html", "text/html", "text/html")),
        ([b"text/html,"], ("text/html", "text/html", "text/html")),
        ([b"text, */*;a=b"], ("*/*;a=b", "", "")),
        (
            [b"text/", b"/html", b"te xt/html", b"text/html;a, te\xe9xt/html"],
            ("text/html;a", "text/html", "text/html;a"),
        ),
        ([b'text/html;a="b,c";d'], ('text/html;a="b,c";d', "text/html", 'text/html;a="b,c";d')),
        ([b'text/html;a="b\\",c";d'], ('text/html;a="b\\",c";d', "text/html", 'text/html;a="b\\",c";d')),
        ([b'text/html;a="b, text/plain'], ('text/html;a="b, text/plain', "text/html", 'text/html;a="b, text/plain')),
        ([b"text/html;charset=gbk", b"text/html"], ("text/html", "text/html", 'text/html;charset="gbk"')),
        ([b"text/html;charset=gbk, TEXT/HTML;a"], ("TEXT/HTML;a", "text/html", 'text/html;charset="gbk"')),
        (
            [b"text/html;charset=gbk", b"text/html;charset=utf-8"],
            ("text/html;charset=utf-8", "text/html", "text/html;charset=utf-8"),
        ),
        ([b"text/html;charset=gbk", b"a/b", b"text/html"], ("text/html", "text/html", "text/html")),
        ([b'text/html;charset="\\\\\\""', b"text/html"], ("text/html", "text/html", 'text/html;charset="\\\\\\""')),
    ],
)
def test_content_type(values: list[bytes], expected: tuple[str | None, str, str]) -> None:
    """The last valid Content-Type counts. It can take its charset from the value before it if the types are equal."""
    assert fields.content_type([(b"content-type", value) for value in values]) == expected


@pytest.mark.parametrize("value", [b'"' * 30_001 + b"\\" * 30_000, b"a/" + b" " * 60_000 + b"x", b"," * 60_000])
def test_content_type_takes_time_in_proportion(value: bytes) -> None:
    """A hostile Content-Type of the maximum size is parsed in linear time."""
    assert fields.content_type([(b"content-type", value)]).media_type == ""


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], False),
        ([b"nosniff"], True),
        ([b" NoSniff , x"], True),
        ([b"x, nosniff"], False),
        ([b"x", b"nosniff"], False),
    ],
)
def test_is_nosniff(values: list[bytes], expected: bool) -> None:
    """The first value of X-Content-Type-Options decides whether the type may be sniffed."""
    assert fields.is_nosniff([(b"x-content-type-options", value) for value in values]) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([b""], []),
        ([b" GZip "], ["gzip"]),
        ([b"gzip", b"x-deflate, br"], ["gzip", "x-deflate", "br"]),
        ([b"UTF-8, identity,, none, 8bit, aws-chunked, identity"], []),
    ],
)
def test_content_codings(values: list[bytes], expected: list[str]) -> None:
    """Content-Encoding headers are joined and lower-cased; members that name no coding are dropped."""
    assert fields.content_codings([(b"content-encoding", value) for value in values]) == expected


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
        (b"Sunday, 06-Nov-94 09:49:37 GMT", 3600),
        (b"Wednesday, 06-Nov-44 09:49:37 GMT", None),
        (b"Sun, 06-Nov-94 09:49:37 GMT", None),
        (b"Sunday, 6-Nov-94 09:49:37 GMT", None),
        (b"Sunday, 06-Nov-1994 09:49:37 GMT", None),
        (b"Sun Nov  6 09:49:37 1994", 3600),
        (b"Sun Nov 06 09:49:37 1994", 3600),
        (b"Sun Nov 6 09:49:37 1994", None),
        (b"Sun Nov  6 09:49:37 1994 GMT", None),
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
    """A number or a date gives 0 to 86,400 seconds from now, rounded up. Any other value gives None."""
    assert fields.retry_after([(b"retry-after", value)], NOW) == expected


@pytest.mark.parametrize(
    ("now", "date", "expected"),
    [
        (datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), b"Friday, 01-Jan-27 00:00:00 GMT", 1),
        (datetime(2099, 12, 31, 23, 59, 59, tzinfo=UTC), b"Friday, 01-Jan-00 00:00:00 GMT", 1),
        (datetime(2100, 1, 1, tzinfo=UTC), b"Thursday, 31-Dec-99 23:59:59 GMT", None),
    ],
)
def test_years_of_two_digits(now: datetime, date: bytes, expected: int | None) -> None:
    """A two-digit year means the latest matching year that is at most 50 years in the future."""
    assert fields.retry_after([(b"retry-after", date)], now.timestamp()) == expected


def test_no_retry_after() -> None:
    """Without a Retry-After header, the result is None."""
    assert fields.retry_after([], NOW) is None
