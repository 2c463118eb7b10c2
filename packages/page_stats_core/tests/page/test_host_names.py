"""The settings for allowed hosts (names, addresses and networks) and for the proxy (§2.5, §2.7)."""

from __future__ import annotations

import base64
import ipaddress

import pytest
from page_stats_core.page.host_names import Proxy, check_entry, check_proxy, parse_entry, parse_proxy, strip_root

NO_ADDRESSES = """
    10.1 10 0x7f.1 2130706433 010.0.0.1 10.0.0.1. 256.0.0.1 1.2.3.4.5 １.２.３.４ ... ::1::1 [::1] fe80::1%eth0
    10.0.0.1/8 10.0.0.0/33 10.0.0.0/ 10.0.0.0/08 10.0.0.0/-1 10.0.0.0/255.0.0.0 10.0.0.0/8/8 fd12::1/16 ::/129 ::/8/8
"""
NO_NAMES = """
    . .corp wiki..corp wiki.corp.. *.corp wiki.corp/24 wiki.corp:80 wiki.corp: http://wiki.corp //wiki.corp me@wiki.corp
    wiki.corp?a wiki.corp#a a,b a;b a\\b wik%69.corp a<b a^b a|b
"""
NO_PROXIES = """
    proxy.corp:3128 //proxy.corp:3128 https://proxy.corp:3128 socks5://proxy.corp:3128 http://proxy.corp
    http://proxy.corp: http://proxy.corp:0 http://proxy.corp:65536 http://proxy.corp:080 http://proxy.corp:٨٠
    http://proxy.corp:a http://:3128 http://proxy.corp:3128/pac http://proxy.corp:3128// http://proxy.corp:3128?a
    http://proxy.corp:3128#a http://me@a:1 http://me:a@b@a:1 http://a:b:1 http://[::1:1 http://::1:1 http://a\\b:1
    http://a%62:1 http://a/b:1 http://1.2.3.4.5:1
"""


def _is_refused(check, text) -> bool:
    try:
        check(text)
    except ValueError:
        return True
    return False


def test_strip_root():
    """A single trailing dot denotes the DNS root and is removed."""
    assert [strip_root(name) for name in ("wiki.corp", "wiki.corp.", "wiki..", ".")] == [
        "wiki.corp",
        "wiki.corp",
        "wiki.",
        "",
    ]


class TestEntries:
    @pytest.mark.parametrize(
        ("entry", "name"),
        [
            ("wiki.corp", "wiki.corp"),
            ("WIKI.Corp.", "wiki.corp"),
            ("localhost", "localhost"),
            ("my_wiki-1.corp", "my_wiki-1.corp"),
            ("bücher.corp", "xn--bcher-kva.corp"),
            ("xn--bcher-kva.corp", "xn--bcher-kva.corp"),
            ("wiki。corp", "wiki.corp"),
            ("10.wiki", "10.wiki"),
        ],
    )
    def test_names(self, entry, name):
        """A name is normalized like the host of a URL, to lower case and punycode without a trailing dot."""
        assert parse_entry(entry) == name

    @pytest.mark.parametrize(
        ("entry", "network"),
        [
            ("10.1.2.3", "10.1.2.3/32"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("FD12::1", "fd12::1/128"),
            ("fd12::/16", "fd12::/16"),
            ("::/0", "::/0"),
            ("::ffff:10.0.0.1", "::ffff:a00:1/128"),
        ],
    )
    def test_networks(self, entry, network):
        """A network is parsed, and an address becomes a network that contains only this address."""
        assert parse_entry(entry) == ipaddress.ip_network(network)

    @pytest.mark.parametrize("entry", [*NO_ADDRESSES.split(), *NO_NAMES.split()])
    def test_refused(self, entry):
        """Anything other than a name, an address, or a network without host bits raises ``ValueError``."""
        assert _is_refused(check_entry, entry)

    @pytest.mark.parametrize(
        "entry", ["", " ", "wiki.corp ", "wiki\n.corp", "wiki.corp\n", "a b", "\t10.0.0.1", "\0", "\xad", "\ud800"]
    )
    def test_refused_characters(self, entry):
        """Invalid characters are rejected rather than trimmed or dropped."""
        assert _is_refused(check_entry, entry)

    def test_check_returns_what_is_written(self):
        """``check_entry`` returns a valid entry exactly as written."""
        assert check_entry("Wiki.Corp.") == "Wiki.Corp."


class TestProxies:
    @pytest.mark.parametrize(
        ("proxy", "host", "port"),
        [
            ("http://proxy.corp:3128", "proxy.corp", 3128),
            ("http://Proxy.corp:80", "proxy.corp", 80),
            ("http://10.0.0.1:1", "10.0.0.1", 1),
            ("http://[FD12::1]:65535", "fd12::1", 65535),
        ],
    )
    def test_host_and_port(self, proxy, host, port):
        """The host and the required port are parsed, and an IPv6 address loses its brackets."""
        assert parse_proxy(proxy) == Proxy(host, port, "")

    def test_slash(self):
        """A proxy URL may end with a slash, as browsers display it."""
        assert parse_proxy("http://proxy.corp:3128/") == Proxy("proxy.corp", 3128, "")

    @pytest.mark.parametrize(
        ("written", "pair"),
        [
            ("me:secret", b"me:secret"),
            ("me:", b"me:"),
            (":secret", b":secret"),
            ("me:a:b", b"me:a:b"),
            ("m%65:p%40ss%3A%2F", b"me:p@ss:/"),
            ("mé:ü", "mé:ü".encode()),
            ("me:%FF%zz", b"me:\xff%zz"),
        ],
    )
    def test_credentials(self, written, pair):
        """The user name and password are percent-decoded and become the value of a Basic authorization header."""
        authorization = parse_proxy(f"http://{written}@proxy.corp:3128").authorization
        assert authorization.startswith("Basic ")
        assert base64.b64decode(authorization.removeprefix("Basic "), validate=True) == pair

    def test_credentials_are_not_shown(self):
        """The repr of a proxy, which tracebacks may show, does not contain the proxy's credentials."""
        assert "authorization" not in repr(parse_proxy("http://me:secret@proxy.corp:3128"))

    @pytest.mark.parametrize("proxy", NO_PROXIES.split())
    def test_refused(self, proxy):
        """Anything other than ``http://[user:password@]host:port[/]`` raises ``ValueError``."""
        assert _is_refused(check_proxy, proxy)

    @pytest.mark.parametrize(
        "proxy", ["", " http://a:1", "http://a:1 ", "http://a:1\n", "http://a\t:1", "http://me:\ud800@a:1"]
    )
    def test_refused_characters(self, proxy):
        """Invalid characters are rejected rather than trimmed or dropped."""
        assert _is_refused(check_proxy, proxy)
