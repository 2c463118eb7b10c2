"""The decisions of a fetch, tested without sockets (§4.6, §4.8, §5)."""

from __future__ import annotations

import gzip
import ssl
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from page_stats_core.contract import PageStatsConfig, PageStatsError, PageStatsFailure
from page_stats_core.page.fetch.flow import Fetch, Page
from page_stats_core.page.fetch.operations import Close, Compute, Connect, Operation, Pause, Receive, Resolve, Send
from page_stats_core.page.urls import parse_input

PUBLIC, PRIVATE = "203.0.114.7", "10.0.0.1"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\nabc"


def moved(location: str) -> bytes:
    """Return a redirect to *location*."""
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


class Stage:
    """Runs a fetch without sockets: takes the result of each operation from a script, and records the operation."""

    def __init__(self, names: Mapping[str, list[str]], *connections: Iterable[bytes] | OSError) -> None:
        self._names = names
        self._connections = list(connections)
        self._arriving: Iterable[bytes] = ()
        self.operations: list[Operation] = []

    def play(self, url: str, **config: Any) -> Page:
        """Fetch *url* and return the page."""
        flow = Fetch(PageStatsConfig(**config), ssl.create_default_context).run(parse_input(url))
        result: Any = None
        try:
            operation = next(flow)
            while True:
                self.operations.append(operation)
                try:
                    result = self._perform(operation)
                except OSError as error:
                    operation = flow.throw(error)
                else:
                    operation = flow.send(result)
        except StopIteration as end:
            return end.value

    def failure(self, url: str, **config: Any) -> PageStatsFailure:
        """Fetch *url* and return the failure."""
        with pytest.raises(PageStatsError) as caught:
            self.play(url, **config)
        return caught.value.failure

    def noted(self, kind: type[Operation]) -> list[Any]:
        """Return the recorded operations of one kind."""
        return [each for each in self.operations if isinstance(each, kind)]

    def _perform(self, operation: Operation) -> Any:
        match operation:
            case Compute(function):
                return function()
            case Resolve(host):
                if host not in self._names:
                    raise OSError(host)
                return self._names[host]
            case Connect():
                script = self._connections.pop(0)
                if isinstance(script, OSError):
                    raise script
                self._arriving = iter(script)
            case Receive():
                return next(iter(self._arriving), b"")
        return None


def test_a_page() -> None:
    """A fetch resolves the name, connects, sends one request, reads the response and closes the connection."""
    stage = Stage({"a.test": [PUBLIC]}, [PAGE])
    page = stage.play("http://a.test/b?c#d", user_agent="Tide/1")
    assert page == Page("http://a.test/b?c", 200, "text/html", "text/html", bytearray(b"abc"), truncated=False)
    request = (
        b"GET /b?c HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nUser-Agent: Tide/1\r\n"
        b"Accept: text/html, application/xhtml+xml\r\nAccept-Language: *\r\nAccept-Encoding: gzip, deflate\r\n\r\n"
    )
    wanted = [Resolve("a.test", 80), Connect((PUBLIC,), 80), Send(request), Receive(), Close()]
    assert [each for each in stage.operations if not isinstance(each, Pause)] == wanted


def test_any_cut() -> None:
    """The bytes of a response may arrive in pieces of any size."""
    stage = Stage({"a.test": [PUBLIC]}, [bytes([byte]) for byte in PAGE])
    assert stage.play("http://a.test/").body == b"abc"


def test_ipv4_first() -> None:
    """IPv4 addresses are tried before IPv6 addresses, and each kind in the resolver's order (§5.3)."""
    stage = Stage({"a.test": ["2606:4700::1", PUBLIC, "2606:4700::2", "203.0.114.8"]}, [PAGE])
    stage.play("http://a.test/")
    assert stage.noted(Connect) == [Connect((PUBLIC, "203.0.114.8", "2606:4700::1", "2606:4700::2"), 80)]


def test_literal_addresses_are_not_looked_up() -> None:
    """A literal address is not resolved, with or without brackets (§4.6)."""
    stage = Stage({}, [PAGE], [PAGE])
    stage.play(f"http://{PUBLIC}:8080/")
    stage.play("http://[2606:4700::1]/")
    assert stage.noted(Resolve) == []
    assert stage.noted(Connect) == [Connect((PUBLIC,), 8080), Connect(("2606:4700::1",), 80)]


@pytest.mark.parametrize("addresses", [[PRIVATE], [PUBLIC, PRIVATE], [PUBLIC, "::1"], [PUBLIC, "169.254.169.254"]])
def test_one_bad_address_is_enough(addresses: list[str]) -> None:
    """If one address of a name is blocked, the fetch connects to no address of the name (§4.6)."""
    stage = Stage({"a.test": addresses})
    assert stage.failure("http://a.test/").error_code == "blocked_address"
    assert stage.noted(Connect) == []


def test_redirects_are_checked() -> None:
    """A redirect target is resolved and checked like the first URL, even if the host is the same (§4.6)."""
    names = {"a.test": [PUBLIC], "b.test": [PRIVATE]}
    stage = Stage(names, [moved("http://b.test/")])
    assert stage.failure("http://a.test/").error_code == "blocked_address"
    stage = Stage(names, [moved("/second")], [PAGE])
    assert stage.play("http://a.test/").final_url == "http://a.test/second"
    assert stage.noted(Resolve) == [Resolve("a.test", 80)] * 2
    assert len(stage.noted(Close)) == 2


def test_ten_redirects() -> None:
    """Ten redirects are followed, but an eleventh is an error (§5.5)."""
    hops = [[moved(f"/{number}")] for number in range(11)]
    names = {"a.test": [PUBLIC]}
    assert Stage(names, *hops[:10], [PAGE]).play("http://a.test/").final_url == "http://a.test/9"
    message = "The redirect failed: the server redirected more than 10 times."
    assert Stage(names, *hops, [PAGE]).failure("http://a.test/").message == message


def test_circle() -> None:
    """A redirect to a URL that was already requested, regardless of fragments, is reported as a loop (§5.5)."""
    stage = Stage({"a.test": [PUBLIC]}, [moved("/b#1")], [moved("/#2")])
    assert stage.failure("http://a.test/#3").message == "The redirect failed: the server redirects in a loop."
    stage = Stage({"a.test": [PUBLIC]}, [moved("/b")], [moved("/c")], [moved("/b")])
    assert stage.failure("http://a.test/").message == "The redirect failed: the server redirects in a loop."


def test_cookies() -> None:
    """A cookie is sent to the host that set it, also through a proxy, but not to the proxy itself (§5.20)."""

    def requests(*urls: str, **config: Any) -> list[str]:
        hops = [moved(url).replace(b"\r\n\r\n", b"\r\nSet-Cookie: a=1; Path=/\r\n\r\n") for url in urls[1:]]
        stage = Stage({"a.test": [PUBLIC], "b.test": [PUBLIC]}, *([hop] for hop in hops), [PAGE])
        stage.play(urls[0], **config)
        return [each.data.decode().partition("Cookie: ")[2].strip() for each in stage.noted(Send)]

    urls = ("http://a.test/", "http://a.test:8080/b", "http://b.test/", "http://a.test/c")
    assert requests(*urls) == ["", "a=1", "", "a=1"]
    assert requests(*urls, proxy="http://10.0.0.9:3128") == ["", "a=1", "", "a=1"]
    hop = [moved("https://a.test/").replace(b"\r\n\r\n", b"\r\nSet-Cookie: a=1\r\n\r\n")]
    stage = Stage({}, hop, [b"HTTP/1.1 403 No\r\n\r\n"])
    assert stage.failure("http://a.test/", proxy="http://10.0.0.9:3128").reason == "connect"
    assert b"Cookie" not in stage.noted(Send)[1].data


def test_no_address() -> None:
    """If a name does not exist or has no address, the call fails with reason dns (§5.16)."""
    assert Stage({}).failure("http://a.test/").reason == "dns"
    assert Stage({"a.test": []}).failure("http://a.test/").reason == "dns"


def test_no_connection() -> None:
    """If the connection cannot be made, the call fails with reason connect (§5.17)."""
    assert Stage({"a.test": [PUBLIC]}, OSError()).failure("http://a.test/").reason == "connect"


def test_reset_while_connecting() -> None:
    """If the connection is reset while it is being made, the call fails with reason reset (§5.13)."""
    assert Stage({"a.test": [PUBLIC]}, ConnectionResetError()).failure("http://a.test/").reason == "reset"


def test_no_more_than_max_bytes() -> None:
    """Data beyond max_bytes is neither kept nor waited for (§5.12)."""
    stage = Stage({"a.test": [PUBLIC]}, [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", b"abc", b"def", b"ghi"])
    page = stage.play("http://a.test/", max_bytes=5)
    assert (page.body, page.truncated, len(stage.noted(Receive))) == (b"abcde", True, 3)


def test_exactly_max_bytes() -> None:
    """A body of exactly max_bytes is read to its end and not truncated (§5.12)."""
    stage = Stage({"a.test": [PUBLIC]}, [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nabc"])
    page = stage.play("http://a.test/", max_bytes=3)
    assert (page.body, page.truncated) == (b"abc", False)


GZIPPED = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"


def test_encoded_bytes_have_a_limit() -> None:
    """Encoded bytes that decode to nothing are limited to max_bytes × 1.01 + 65,536 bytes (§5.11)."""

    def stage(length: int) -> Stage:
        body = gzip.compress(b"").ljust(length, b"\0")
        return Stage({"a.test": [PUBLIC]}, [GZIPPED, *(body[start : start + 1000] for start in range(0, length, 1000))])

    assert stage(65_637).play("http://a.test/", max_bytes=100).body == b""
    assert stage(65_638).failure("http://a.test/", max_bytes=100).reason == "encoding"


def test_decoding_pauses() -> None:
    """Decoding a lot of data pauses regularly to check the deadline (§5.2)."""
    stage = Stage({"a.test": [PUBLIC]}, [GZIPPED, gzip.compress(b"") * 3000])
    stage.play("http://a.test/")
    assert len(stage.noted(Pause)) >= 7


@pytest.mark.parametrize(
    ("host", "permitted"),
    [
        ("example.com", True),
        (PUBLIC, True),
        ("local", True),
        ("localhost.example", True),
        ("localhost", False),
        ("localhost.", False),
        ("a.localhost", False),
        ("printer.local", False),
        ("wiki.internal", False),
        ("wiki.internal.", False),
        (PRIVATE, False),
        ("[::1]", False),
        ("metadata.google.internal", False),
    ],
)
def test_proxy_resolves_names(host: str, permitted: bool) -> None:
    """If a proxy is set, hosts are not resolved. A private address or name in the URL is blocked (§4.8)."""
    stage = Stage({}, [PAGE])
    url, proxy = f"http://{host}/", "http://10.0.0.9:3128"
    if permitted:
        stage.play(url, proxy=proxy)
        assert stage.noted(Connect) == [Connect(("10.0.0.9",), 3128)]
        assert stage.noted(Send)[0].data.startswith(f"GET {url} HTTP/1.1\r\n".encode())
    else:
        assert stage.failure(url, proxy=proxy).error_code == "blocked_address"
    assert stage.noted(Resolve) == []


def test_proxy_credentials() -> None:
    """The credentials in the proxy URL are decoded and sent to the proxy as Basic authorization (§5.18)."""
    stage = Stage({"proxy.test": [PRIVATE]}, [PAGE])
    stage.play("http://example.com/", proxy="http://me:p%40ss@proxy.test:3128")
    assert b"\r\nProxy-Authorization: Basic bWU6cEBzcw==\r\n" in stage.noted(Send)[0].data


@pytest.mark.parametrize(
    ("url", "end"),
    [
        ("https://example.com/", "example.com:443"),
        ("https://example.com:8443/", "example.com:8443"),
        ("https://[2606:4700::1]/", "[2606:4700::1]:443"),
    ],
)
def test_connect(url: str, end: str) -> None:
    """For an https URL, CONNECT names host and port, and its only headers are Host and Proxy-Authorization (§5.18)."""
    stage = Stage({}, [b"HTTP/1.1 403 No\r\n\r\n"])
    failure = stage.failure(url, proxy="http://me:p@10.0.0.9:3128")
    wanted = f"CONNECT {end} HTTP/1.1\r\nHost: {end}\r\nProxy-Authorization: Basic bWU6cA==\r\n\r\n"
    assert stage.noted(Send) == [Send(wanted.encode())]
    assert failure.reason == "connect"


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 2", b"220 tide.test ready\r\n", b"HTTP/1.1 407 No\r\n\r\n"])
def test_useless_proxy(answer: bytes) -> None:
    """A call fails with reason connect if the proxy disconnects, does not speak HTTP or refuses CONNECT (§5.17)."""
    assert Stage({}, [answer]).failure("https://example.com/", proxy="http://10.0.0.9:3128").reason == "connect"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 Connected\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 Connected\r\nProxy agent: \0 \x01\r\n folded\r\n: no name\r\n\r\n",
        b"HTTP/1.1 200 Connected\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"HTTP/1.1 200 Connected\r\nContent-Length: 5\r\nTransfer-Encoding: tide\r\n\r\n",
        b"HTTP/1.0 200\n\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 10 + b"HTTP/1.1 299 \xff\n\r\n",
        b"HTTP/1.1 200 Connected\r\nX-Tide: " + b"a" * 65_000 + b"\r\n\r\n",
    ],
)
def test_malformed_answers_to_connect(answer: bytes) -> None:
    """The headers of a successful answer to CONNECT may be malformed and may arrive in pieces of any size (§5.17)."""
    for size in (1, 7, len(answer)):
        pieces = [answer[start : start + size] for start in range(0, len(answer), size)]
        failure = Stage({}, [*pieces, b"garbage, not TLS"]).failure("https://a.test/", proxy="http://10.0.0.9:3128")
        assert failure.reason == "tls"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 2000 Connected\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 11 + b"HTTP/1.1 200 Connected\r\n\r\n",
        b"HTTP/1.1 200 Connected\r\n" + b"X-Tide: low\r\n" * 6000,
        b"HTTP/1.1 200 Connected\r\n",
        b"HTTP/1.1 304 Not Modified\r\n\r\n",
    ],
)
def test_no_tunnel(answer: bytes) -> None:
    """Any answer to CONNECT that does not open a tunnel is a failure of the proxy (§5.17)."""
    pieces = [answer[start : start + 1000] for start in range(0, len(answer), 1000)]
    assert Stage({}, pieces).failure("https://a.test/", proxy="http://10.0.0.9:3128").reason == "connect"


def test_407() -> None:
    """A 407 is a failure of the proxy if the proxy may have sent it, and otherwise the status of the page (§5.17)."""
    answer = b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"
    assert Stage({}, [answer]).failure("http://a.test/", proxy="http://10.0.0.9:3128").reason == "connect"
    assert Stage({"a.test": [PUBLIC]}, [answer]).failure("http://a.test/").status == 407


def test_early_bytes_in_a_tunnel() -> None:
    """Bytes that arrive together with the CONNECT response belong to the TLS handshake."""
    stage = Stage({}, [b"HTTP/1.1 200 Connected\r\n\r\ngarbage, not TLS"])
    assert stage.failure("https://example.com/", proxy="http://10.0.0.9:3128").reason == "tls"
    assert len(stage.noted(Receive)) == 1


@pytest.mark.parametrize("script", [OSError(), [b""]])
def test_proxy_out_of_reach(script: Any) -> None:
    """A call fails with reason connect if the proxy cannot be reached or its name cannot be resolved (§5.17)."""
    assert Stage({}).failure("https://example.com/", proxy="http://proxy.test:3128").reason == "connect"
    assert Stage({}, script).failure("https://example.com/", proxy="http://10.0.0.9:3128").reason == "connect"
