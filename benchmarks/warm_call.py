"""One warm call, compared with a GET over a bare socket, with requests or with httpx, each followed by our parse.

The pages are an article of 100 kB and a page of one line. The fastest of 60 calls counts.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import requests
from page_stats_core import PageStatsConfig, page_stats, parse_page

from benchmarks.measuring import CONFIG, Row, best_of, fixture_servers

KIND = "text/html; charset=utf-8"
PAGES = {"an article of 100 kB": "/article/100000", "a page of one line": "/ok"}
ARTICLE, TARGET = "an article of 100 kB", 1.5
RUNS = 60


def bare(url: str) -> None:
    """Fetch the page over a bare socket and parse it."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    parse_page(answer.partition(b"\r\n\r\n")[2], KIND)


def with_requests(url: str) -> None:
    """Fetch the page with requests and parse it."""
    parse_page(requests.get(url, timeout=10).content, KIND)


def with_httpx(url: str) -> None:
    """Fetch the page with httpx and parse it."""
    parse_page(httpx.get(url, timeout=10, trust_env=False).content, KIND)


PEERS: dict[str, Callable[[str], None]] = {"bare socket": bare, "requests": with_requests, "httpx": with_httpx}


def measure() -> Iterator[Row]:
    """Yield a row for each page and peer."""
    config = PageStatsConfig(**CONFIG)
    with fixture_servers() as places:
        for page, path in PAGES.items():
            url = places["base"] + path
            ours = best_of(RUNS, lambda: page_stats(url, config=config)) * 1000  # noqa: B023
            for name, peer in PEERS.items():
                theirs = best_of(RUNS, lambda: peer(url)) * 1000  # noqa: B023
                target = TARGET if (page, peer) == (ARTICLE, bare) else None
                yield Row(f"{page} vs {name}", ours, "ms", theirs, target, of_ratio=True)
