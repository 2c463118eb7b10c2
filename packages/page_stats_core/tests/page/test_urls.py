"""Validating, splitting and redacting URLs (§3)."""

from __future__ import annotations

import random

import pytest
from page_stats_core.contract import FAULTS, PageStatsError
from page_stats_core.page.tool import BAD_PORTS, URL_MAX
from page_stats_core.page.urls import Url, parse_input, redact, resolve_redirect

BASE = parse_input("http://example.com/a/b?c")


def _fault_of(url: str) -> str:
    with pytest.raises(PageStatsError) as caught:
        parse_input(url)
    assert caught.value.failure.error_code == "invalid_url"
    return next(key for key, fault in FAULTS.items() if fault.message == caught.value.failure.message)


class TestParseInput:
    def test_takes_a_url_apart(self):
        """The fields contain the parts of the URL that a request needs."""
        assert parse_input("HTTPS://Example.com:8443/a%20b?c#d") == Url(
            href="https://example.com:8443/a%20b?c",
            scheme="https",
            host="example.com",
            port=8443,
            target="/a%20b?c",
            authority="example.com:8443",
        )

    @pytest.mark.parametrize(("scheme", "port"), [("http", 80), ("https", 443)])
    def test_default_port(self, scheme, port):
        """The default port is in the port field but not in the Host header."""
        url = parse_input(f"{scheme}://example.com:{port}")
        assert (url.scheme, url.port, url.authority) == (scheme, port, "example.com")

    @pytest.mark.parametrize(
        ("written", "target"), [("", "/"), ("/", "/"), ("?", "/?"), ("?a", "/?a"), ("/a?", "/a?"), ("/a#b?c", "/a")]
    )
    def test_target(self, written, target):
        """The target starts with a slash, keeps an empty query and has no fragment."""
        assert parse_input(f"http://example.com{written}").target == target

    def test_ipv6(self):
        """An IPv6 host has brackets in the Host header only."""
        url = parse_input("http://[2001:DB8::1]:8080/")
        assert (url.host, url.authority) == ("2001:db8::1", "[2001:db8::1]:8080")

    def test_all_is_ascii(self):
        """A URL with non-ASCII characters is converted to ASCII."""
        url = parse_input("http://bücher.example/ä?ö#ü")
        assert url.href == "http://xn--bcher-kva.example/%C3%A4?%C3%B6"
        assert url.authority.isascii()
        assert url.target == "/%C3%A4?%C3%B6"

    @pytest.mark.parametrize(
        ("url", "fault"),
        [
            ("x" * (URL_MAX + 1), "url.length"),
            ("http://example.com/\\ ", "url.character"),
            ("ftp:\\", "url.backslash"),
            ("ftp://me@/", "url.scheme"),
            ("http://me@:99999/", "url.host"),
            ("http://me@[::1%1]:99999/", "url.credentials"),
            ("http://[::1%1]:99999/", "url.zone"),
            ("http://127.1:99999/", "url.syntax"),
            ("http://127.1:25/", "url.number"),
            ("http://127.0.0.1:25/", "url.port"),
        ],
    )
    def test_order(self, url, fault):
        """If a URL has several errors, the error that the specification checks first is reported."""
        assert _fault_of(url) == fault

    def test_brackets_elsewhere(self):
        """A zone is reported only if its brackets enclose the whole host, and many brackets are read in linear time."""
        assert _fault_of("http://a[::1%1]/") == "url.syntax"
        assert _fault_of("http://" + "[" * 2_000 + "%" * 5_900) == "url.syntax"

    @pytest.mark.parametrize("port", sorted(BAD_PORTS))
    def test_bad_ports(self, port):
        """Every port in ``BAD_PORTS`` is rejected."""
        assert _fault_of(f"http://example.com:{port}/") == "url.port"

    @pytest.mark.parametrize("code", [*range(0x21), *range(0x7F, 0xA0), 0xD800, 0xDBFF, 0xDC00, 0xDFFF])
    def test_characters(self, code):
        """Every character that §3.2 forbids is rejected, anywhere in the URL."""
        for url in (f"{chr(code)}http://a.test/", f"http://a{chr(code)}.test/", f"http://a.test/{chr(code)}"):
            assert _fault_of(url) == "url.character"

    def test_one_host(self):
        """A random URL, made of parts that URL parsers disagree on, is rejected or parsed to the host as written."""
        rng = random.Random(20261130)
        parts = [
            "http://",
            "https://",
            "/",
            "//",
            "?",
            "#",
            "@",
            ":",
            "a.test",
            "b.test",
            "[",
            "]",
            "%",
            "\\",
            "\t",
            "80",
        ]
        accepted = 0
        for _ in range(20_000):
            text = "http://" + "".join(rng.choices(parts, k=rng.randrange(1, 7)))
            try:
                url = parse_input(text)
            except PageStatsError:
                continue
            accepted += 1
            written = text.removeprefix("http://").partition("/")[0].partition("?")[0].partition("#")[0]
            assert written.partition(":")[0].lower() == url.host
        assert accepted > 1_000


class TestResolveRedirect:
    def test_resolves(self):
        """A relative Location is resolved against the URL whose response contains it."""
        assert resolve_redirect("../d?e#f", BASE).href == "http://example.com/d?e"

    def test_host_in_any_form(self):
        """A host that is written as a number becomes an IPv4 address, so that the address can be checked."""
        assert resolve_redirect("http://2130706433:8080/", BASE).host == "127.0.0.1"

    @pytest.mark.parametrize(
        "location",
        [
            "ftp://a.test/",
            "http://me@a.test/",
            "//:secret@a.test/",
            "http://",
            "http://a.test:99999/",
            "http://a.test:25/",
            "http://a.test/\ud800",
            "\udfff",
            "/" + "a" * URL_MAX,
            "a/../" * 2_000 + "d",
        ],
    )
    def test_refuses(self, location):
        """A Location that cannot be parsed, or is not an allowed http or https URL, is an error."""
        with pytest.raises(PageStatsError) as caught:
            resolve_redirect(location, BASE)
        assert caught.value.failure.payload() == {
            "ok": False,
            "error_code": "unreachable",
            "message": FAULTS["redirect.target"].message,
            "retryable": False,
            "reason": "redirect",
        }


class TestRedact:
    @pytest.mark.parametrize(
        ("url", "expected"),
        [
            ("http://me:secret@a.test/b?c#d", "http://***@a.test/b?c#d"),
            ("http://me@a.test", "http://***@a.test"),
            ("http://@a.test", "http://***@a.test"),
            ("HTTPS://me:p@ss@a.test:8443/", "HTTPS://***@a.test:8443/"),
            ("//me:secret@a.test/", "//***@a.test/"),
            ("http:me:secret@a.test", "http:***@a.test"),
            ("http:/me:secret@a.test", "http:/***@a.test"),
            ("http:////me:secret@a.test", "http:////***@a.test"),
            ("http:\\\\me:secret@a.test\\", "http:\\\\***@a.test\\"),
            ("\\/me:secret@a.test", "\\/***@a.test"),
            ("http:/\t/me:secret@a.test", "http:/\t/***@a.test"),
            ("/\n/me:secret@a.test", "/\n/***@a.test"),
            (" ht\ttp://me:secret@a.test", " ht\ttp://***@a.test"),
            ("http://me:sec\tret\n@a.test", "http://***@a.test"),
            ("http://me:secret@[::1", "http://***@[::1"),
            ("http://me:secret@:99999999", "http://***@:99999999"),
            ("socks5://me:secret@a.test", "socks5://***@a.test"),
            ("http://me:\ud800@a.test", "http://***@a.test"),
        ],
    )
    def test_replaces_user_information(self, url, expected):
        """User information is replaced in any URL, valid or not."""
        assert redact(url) == expected

    @pytest.mark.parametrize(
        "url",
        [
            "",
            "@",
            "http://a.test/@me",
            "http://a.test?to=me@b.test",
            "http://a.test#me@b.test",
            "/@me",
            "../a@b",
            "a.test",
        ],
    )
    def test_leaves_the_rest(self, url):
        """An at sign outside the authority is kept."""
        assert redact(url) == url

    def test_is_linear(self):
        """Redacting takes linear time."""
        for text in ("/" * 200_000, ":" * 200_000, "a:/" * 70_000, "http://" + "a" * 200_000, "//" + "\t" * 200_000):
            assert redact(text) == text
