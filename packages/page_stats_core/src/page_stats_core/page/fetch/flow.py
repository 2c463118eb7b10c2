"""Fetch a page with a generator, which makes every decision from the URL to the bytes of the page (§4, §5).

The generator does no I/O. It yields operations (``operations``), and a driver sends their results back to it. Drivers
know nothing about HTTP.
"""

from __future__ import annotations

import ipaddress
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass

import h11

from page_stats_core.contract import PageStatsConfig, PageStatsError, fail
from page_stats_core.page.addresses import AddressPolicy
from page_stats_core.page.fetch import fields, sniff
from page_stats_core.page.fetch.channel import Channel, PlainChannel
from page_stats_core.page.fetch.exchange import Exchange, Fields
from page_stats_core.page.fetch.hops import Hops
from page_stats_core.page.fetch.inflate import Decoder, decoder_for
from page_stats_core.page.fetch.operations import CLOSE, PAUSE, Compute, Connect, Flow, Resolve, is_local
from page_stats_core.page.fetch.tls import TlsChannel
from page_stats_core.page.fetch.tunnel import open_tunnel
from page_stats_core.page.host_names import Proxy, parse_proxy, strip_root
from page_stats_core.page.parse.refresh import Refresh, find_refreshes, may_refresh
from page_stats_core.page.urls import Url

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PROXY_AUTHENTICATION = 407
_MEDIA_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_UNKNOWN_TYPES = frozenset({"", "unknown/unknown", "application/unknown"})
_SNIFFED = fields.ContentType("text/html", "text/html", "text/html")
_FEED_BYTES = 8_192  # encoded bytes that are decoded between two checks of the deadline


@dataclass(frozen=True, slots=True)
class Page:
    """A fetched page. ``body`` has at most ``max_bytes`` bytes.

    ``content_type`` is as sent. ``declared_type`` also has the charset of an earlier Content-Type, if that counts
    (§5.7). ``refresh`` is the Refresh header.
    """

    final_url: str
    status: int
    content_type: str
    declared_type: str
    body: bytearray
    truncated: bool
    refresh: str | None = None


class Fetch:
    """Fetches the page of one call, with the operator's configuration."""

    def __init__(self, config: PageStatsConfig, tls: Callable[[], ssl.SSLContext]) -> None:
        self._config = config
        self._policy = AddressPolicy.from_config(config)
        self._proxy = parse_proxy(config.proxy) if config.proxy else None
        self._tls = tls

    def run(self, url: Url) -> Flow[Page]:
        """Fetch *url* and follow redirects; raise ``PageStatsError`` for every failure of §4 and §5."""
        hops = Hops(url)
        before: Page | None = None  # the last page, which had a refresh
        while True:
            try:
                answer = yield from self._visit(hops)
            except PageStatsError as error:
                if before and error.failure.error_code == "unsupported_content_type":  # such as a download (§5.25)
                    return before
                raise
            if isinstance(answer, str):
                hops.redirect(answer)
            elif hops.refresh(answer.refresh, (yield from _refreshes(answer))):
                before = answer
            else:
                return answer

    def _visit(self, hops: Hops) -> Flow[Page | str]:
        """Make the current request of *hops* and return the page or the redirect location."""
        url = hops.url
        exchange = Exchange((yield from self._open(url)))
        head = yield from exchange.request("GET", self._target(url), self._request_fields(url, hops.cookies))
        if head.status_code == _PROXY_AUTHENTICATION and self._proxy and url.scheme == "http":
            raise fail("unreachable.proxy")
        hops.store(fields.set_cookies(head.headers))
        location = _redirect(head)
        answer = location if location is not None else (yield from self._read_page(url, head, exchange))
        yield CLOSE
        return answer

    # -- connecting

    def _open(self, url: Url) -> Flow[Channel]:
        if self._proxy:
            self._policy.check_proxied(url.host)
            early = yield from self._open_proxy(self._proxy, url)
        else:
            yield from self._open_direct(url)
            early = b""
        if url.scheme == "http":
            return PlainChannel()
        channel = TlsChannel(self._tls(), strip_root(url.host), early)
        yield from channel.handshake()
        return channel

    def _open_direct(self, url: Url) -> Flow[None]:
        addresses = yield from _resolve(url.host, url.port, "unreachable.dns")
        self._policy.check(url.host, addresses)
        yield from _connect(addresses, url.port, "unreachable.connect", "unreachable.reset")

    def _open_proxy(self, proxy: Proxy, url: Url) -> Flow[bytes]:
        """Connect to the proxy, and open a tunnel if the URL is https.

        Return the bytes that were received after the response to CONNECT, if any.
        """
        addresses = yield from _resolve(proxy.host, proxy.port, "unreachable.proxy")
        yield from _connect(addresses, proxy.port, "unreachable.proxy", "unreachable.proxy")
        if url.scheme == "http":
            return b""
        end = f"[{url.host}]:{url.port}" if ":" in url.host else f"{url.host}:{url.port}"
        try:
            return (yield from open_tunnel(end, _authorization(proxy)))
        except PageStatsError:  # not a timeout, which a driver raises
            raise fail("unreachable.proxy") from None

    # -- the request

    def _target(self, url: Url) -> str:
        return url.href if self._proxy and url.scheme == "http" else url.target

    def _request_fields(self, url: Url, cookies: str) -> Fields:
        """Return exactly the headers of §5.1; *cookies* is the Cookie header, if not empty.

        If the request goes to a proxy without a tunnel, add Proxy-Authorization (§5.18).
        """
        asked = [
            ("Host", url.authority),
            ("Connection", "close"),
            ("User-Agent", self._config.user_agent),
            ("Accept", "text/html, application/xhtml+xml"),
            ("Accept-Language", "*"),
            ("Accept-Encoding", "gzip, deflate"),
        ]
        if cookies:
            asked.append(("Cookie", cookies))
        if self._proxy and url.scheme == "http":
            asked += _authorization(self._proxy)
        return asked

    # -- the response

    def _read_page(self, url: Url, head: h11.Response, exchange: Exchange) -> Flow[Page]:
        content_type = _check_head(head)
        most = self._config.max_bytes
        body = _Body(most, decoder_for(fields.content_codings(head.headers), _raw_most(most)))
        if content_type.media_type in _UNKNOWN_TYPES:
            yield from body.read(exchange, sniff.HEADER_BYTES)
            if not sniff.is_html(body.content):
                raise _other_type(content_type)
            content_type = _SNIFFED
        yield from body.read(exchange, most + 1)
        sent, _, declared = content_type
        refresh = fields.refresh(head.headers)
        return Page(url.href, head.status_code, sent or "", declared, body.content, body.truncated, refresh)


class _Body:
    """A body that is read as far as needed.

    ``content`` has at most *most* decoded bytes. ``truncated`` means that the body has more (§5.11, §5.12).
    """

    def __init__(self, most: int, decoder: Decoder) -> None:
        self.content = bytearray()
        self.truncated = False
        self._most = most
        self._raw_left = _raw_most(most)
        self._decoder = decoder
        self._ended = False

    def read(self, exchange: Exchange, least: int) -> Flow[None]:
        """Read until at least *least* decoded bytes, more than ``most`` bytes, or the whole body has been read."""
        while len(self.content) < least and not (self._ended or self.truncated):
            data = yield from self._receive(exchange)
            for start in range(0, len(data), _FEED_BYTES):
                yield from self._decode(data[start : start + _FEED_BYTES])
                if self.truncated:
                    return

    def _receive(self, exchange: Exchange) -> Flow[bytes]:
        try:
            data = yield from exchange.read()
        except PageStatsError:
            if not (exchange.is_short and self._decoder.verified):
                raise
            data = b""  # the announced length was wrong (§5.11)
        if not data:
            self._decoder.finish()
            self._ended = True
        return data

    def _decode(self, data: bytes) -> Flow[None]:
        fed = data[: self._raw_left + 1]
        self._raw_left -= len(fed)
        for piece in self._decoder.feed(fed):
            yield PAUSE
            self.content += piece
            if len(self.content) > self._most:
                del self.content[self._most :]
                self.truncated = True
                return
        if self._raw_left < 0:
            raise fail("unreachable.encoding")


def _refreshes(page: Page) -> Flow[list[Refresh]]:
    """Return the refreshes in the markup of *page* (§5.23). Only a page that may have one is read."""
    if not may_refresh(page.body):
        return []
    found: list[Refresh] = yield Compute(lambda: find_refreshes(page.body, page.declared_type))
    return found


def _raw_most(most: int) -> int:
    """Return how many encoded bytes are read for a body of at most *most* decoded bytes (§5.11)."""
    return most * 101 // 100 + 65_536


def _resolve(host: str, port: int, fault: str) -> Flow[list[str]]:
    """Return the addresses of *host*, IPv4 first (§5.3)."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return [host]
    try:
        addresses: list[str] = yield Resolve(host, port)
    except OSError as error:
        raise _failed(error, fault) from None
    if not addresses:
        raise fail(fault)
    return sorted(addresses, key=lambda address: ":" in address)


def _connect(addresses: list[str], port: int, refused: str, reset: str) -> Flow[None]:
    try:
        yield Connect(tuple(addresses), port)
    except ConnectionResetError:  # the connection was accepted, then reset (§5.13)
        raise fail(reset) from None
    except OSError as error:
        raise _failed(error, refused) from None


def _failed(error: OSError, fault: str) -> PageStatsError:
    return fail("unreachable.local" if is_local(error) else fault)


def _authorization(proxy: Proxy) -> Fields:
    return [("Proxy-Authorization", proxy.authorization)] if proxy.authorization else []


def _redirect(head: h11.Response) -> str | None:
    """Return the redirect location, or None if the response is not a redirect (§5.4, §5.5)."""
    if head.status_code not in _REDIRECTS:
        return None
    location = fields.location(head.headers)
    if location is None:
        raise fail("redirect.target")
    return location


def _check_head(head: h11.Response) -> fields.ContentType:
    """Return the Content-Type if the response is or may be a page; otherwise raise a failure of §5.6 or §5.7."""
    if not 200 <= head.status_code <= 299:
        wait = fields.retry_after(head.headers, time.time())
        raise fail("http_error", status=head.status_code, **({} if wait is None else {"retry_after_seconds": wait}))
    content_type = fields.content_type(head.headers)
    is_unknown = content_type.media_type in _UNKNOWN_TYPES and not fields.is_nosniff(head.headers)
    if not is_unknown and content_type.media_type not in _MEDIA_TYPES:
        raise _other_type(content_type)
    return content_type


def _other_type(content_type: fields.ContentType) -> PageStatsError:
    name = "content_type.absent" if content_type.sent is None else "content_type.other"
    return fail(name, content_type=content_type.sent)
