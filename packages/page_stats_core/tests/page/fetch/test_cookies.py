"""The cookies of one call (§5.20 to §5.22); most rules are cases in spec/cases/fetch-cookies.json."""

from __future__ import annotations

import pytest
from page_stats_core.page.fetch.cookies import Jar
from page_stats_core.page.urls import parse_input

HTTP, HTTPS, OTHER = (parse_input(url) for url in ("http://a.test/b/c", "https://a.test:8443/", "http://b.a.test/"))


def sent(*values: str, now: float = 0) -> str:
    """Return the Cookie header for the same URL at time *now*, after cookies were set at time 0."""
    jar = Jar()
    jar.store(HTTPS, values, 0)
    return jar.header(HTTPS, now)


@pytest.mark.parametrize("byte", [chr(number) for number in (*range(0x20), *range(0x7F, 0x100))])
def test_other_bytes(byte: str) -> None:
    """A byte outside 0x20 to 0x7E anywhere in the header makes the cookie invalid (§5.22)."""
    assert sent(f"a{byte}=1", f"a={byte}1", f"a=1;{byte}", "b=2") == "b=2"


def test_expiry() -> None:
    """An expired cookie is not sent and does not count toward the limits (§5.22)."""
    assert sent("a=1; Max-Age=5", "b=2", now=4.9) == "a=1; b=2"
    assert sent("a=1; Max-Age=5", "b=2", now=5) == "b=2"
    assert sent("a=1; Expires=Thu, 01 Jan 1970 00:00:05 GMT", "b=2", now=5) == "b=2"
    jar = Jar()
    jar.store(HTTP, [f"c{number}=; Max-Age=5" for number in range(50)], 0)
    jar.store(HTTP, ["d="], 5)
    assert jar.header(HTTP, 5) == "d="


def test_hosts() -> None:
    """A cookie is sent to the host name that set it, at any port and scheme, and not to its subdomains (§5.20)."""
    jar = Jar()
    jar.store(HTTP, ["a=1; Path=/; Domain=a.test"], 0)
    assert [jar.header(url, 0) for url in (HTTP, HTTPS, OTHER)] == ["a=1", "a=1", ""]


def test_default_path() -> None:
    """Without Path, a cookie is sent to the folder of the URL that set it (RFC 6265, section 5.1.4)."""
    jar = Jar()
    jar.store(HTTP, ["a=1"], 0)
    jar.store(HTTPS, ["c=3"], 0)
    wanted = {"/b": "a=1; c=3", "/b/": "a=1; c=3", "/b/c/d": "a=1; c=3", "/bc": "c=3", "/": "c=3"}
    assert {path: jar.header(parse_input(f"http://a.test{path}?b/c"), 0) for path in wanted} == wanted


@pytest.mark.parametrize("text", ["a=1; Max-Age=" + "0" * 60_000 + "x", ";" * 60_000, "a=" + " " * 60_000 + "1"])
def test_long_values(text: str) -> None:
    """A long header is read in linear time."""
    sent(*[text] * 20)
