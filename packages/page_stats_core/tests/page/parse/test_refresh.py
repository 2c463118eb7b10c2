"""Refreshes in markup and headers (§5.23); most rules are cases in spec/cases/fetch-refreshes.json."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.refresh import SCAN_BYTES, Refresh, find_refreshes, may_refresh, read_refresh

META = b"<meta http-equiv=refresh content=0;url=/a>"


def urls(body: bytes, content_type: str = "text/html") -> list[str]:
    """Return the URLs of the refreshes in *body*. If there are any, the quick check must not rule them out."""
    found = [refresh.url for refresh in find_refreshes(body, content_type)]
    assert may_refresh(body) or not found
    return found


@pytest.mark.parametrize(
    ("value", "url"),
    [
        ("0", None),
        ("5", None),
        ("0;url=a", "a"),
        ("\t\n\f\r 0 \t\n\f\r,\t\n\f\r Url\t=\n'a'b", "a"),
        ("0;;url=a", ";url=a"),
        ("0 ; , a", ", a"),
        ("0;url=url=a", "url=a"),
        ("0;url", "url"),
        ("0;ur=a", "ur=a"),
        ('0;"a', "a"),
        ('0;"a\'b"c', "a'b"),
        ("0;url=''", ""),
        ("00005.99;a", "a"),
        ("...;a", "a"),
        ("0\u00a0;a", None),
        ("\u0660;a", None),
        ("6;a", None),
        ("0x;a", None),
        ("", None),
        (" ", None),
        (";", None),
        ("+1;a", None),
    ],
)
def test_values(value: str, url: str | None) -> None:
    """A value is read by the shared declarative refresh steps of the HTML Standard."""
    assert read_refresh(value) == url


@pytest.mark.parametrize("value", ["0" * 60_000 + "x", "9" * 60_000, "." * 60_000 + "x", "0;" + " " * 60_000])
def test_long_values(value: str) -> None:
    """A long value is read in linear time."""
    read_refresh(value)


def test_order() -> None:
    """Refreshes are found in the order of the page, each with the base that comes before it."""
    body = META + b"<base href=/b><base href=/c>" + META.replace(b"/a", b"a")
    assert find_refreshes(body, "text/html") == [Refresh("/a", None), Refresh("a", "/b")]


@pytest.mark.parametrize("before", [b"", b"<p>", b"<svg><desc></svg>", b"<!-->", b"<xmp></xmp>"])
def test_places(before: bytes) -> None:
    """A refresh is found after other markup if it ends within the first ``SCAN_BYTES`` bytes."""
    room = SCAN_BYTES - len(before) - len(META)
    assert urls(before + b" " * room + META) == ["/a"]
    assert urls(before + b" " * room + b" " + META) == []
    assert urls(before + b"\xff" * room + META) == ["/a"]


@pytest.mark.parametrize("before", [b"<svg>", b"<math>", b"<template>", b"<noscript>", b"<title>", b"<!--"])
def test_other_places(before: bytes) -> None:
    """A refresh is not found in content that is not HTML or not rendered."""
    assert urls(before + META) == []


def test_long_tags() -> None:
    """A refresh is found even if its tag is very long."""
    assert urls(b"<meta data-x='" + b"x" * 65_000 + b"' http-equiv=refresh content=0;url=/a>") == ["/a"]
    assert urls(b"<meta http-equiv=refresh content='0;url=" + b"x" * 65_000 + b"'>") == ["x" * 65_000]


def test_many_refreshes() -> None:
    """Many refreshes are found in linear time."""
    assert len(urls(META * 5_000)) == SCAN_BYTES // len(META)
