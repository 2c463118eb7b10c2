"""Hostile web servers cannot delay the responses of the MCP server, neither over stdio nor over HTTP."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psutil
import pytest
from page_stats_core.contract import ADDS

from harness.hosts.mcp.server import OPTIONS, Http, Stdio
from harness.servers import Servers
from harness.servers.routes import paths
from harness.waiting import SLACK_SECONDS, eventually

HANDSHAKES = ("tls_alert", "tls_close", "tls_reset", "tls_garbage", "tls_stall", "tls_trickle", "tls_plain", "full")
URLS = [*(f"{{base}}{path}" for path in paths()), *(f"{{{each}}}/" for each in HANDSHAKES)]
SECONDS = 1
AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply of the MCP server, and the number of seconds until it arrived."""

    reply: dict[str, Any]
    seconds: float


@pytest.fixture(scope="module", params=[Stdio, Http])
def server(request: pytest.FixtureRequest, servers: Servers) -> Iterator[Stdio | Http]:
    """Yield our MCP server, which may fetch from the test servers."""
    with request.param(*OPTIONS, environment={"SSL_CERT_FILE": servers.places["ca"]}) as running:
        yield running


@pytest.fixture(scope="module")
def answers(server: Stdio | Http, servers: Servers) -> dict[str, Answer]:
    """Call the tool with all URLs, several at a time because most calls take the full timeout."""

    def ask(url: str) -> Answer:
        began = time.monotonic()
        reply = server.call({"url": url.format_map(servers.places), "timeout_seconds": SECONDS})
        return Answer(reply, time.monotonic() - began)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(URLS, pool.map(ask, URLS), strict=True))


@pytest.mark.parametrize("url", URLS)
def test_hostile(answers: dict[str, Answer], url: str) -> None:
    """A call to any hostile web server ends by the deadline, either successfully or with an error code."""
    payload = answers[url].reply["result"]["structuredContent"]
    assert payload["ok"] or payload["error_code"] in ADDS
    assert answers[url].seconds < SECONDS + SLACK_SECONDS


@pytest.mark.usefixtures("answers")
def test_leaves_nothing(server: Stdio | Http) -> None:
    """After the last answer, the MCP server has no open TCP connections."""
    process = psutil.Process(server.pid)
    assert eventually(lambda: not [each for each in process.net_connections("tcp") if each.raddr])
