"""The MCP server compared with an empty server: startup, a warm call over stdio, and memory.

The empty server uses the server class of the SDK. Its only tool takes the same arguments and does nothing, so a
call shows the cost of the protocol. A second peer is a direct call of the core. The client writes and reads lines
itself, without an SDK. The fastest of five starts and the fastest of 300 calls count. Calls of our server and
calls of the peers alternate.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

import psutil
from page_stats_core import page_stats_payload

from benchmarks.measuring import CONFIG, Row, best_of, fixture_servers
from harness.hosts.mcp.server import COMMAND, Stdio
from harness.servers import PUBLIC

STARTS, CALLS, TURNS = 5, 60, 5
TARGET_START, TARGET_CALL, TARGET_ARTICLE, TARGET_SIZE = 1.3, 1.5, 1.5, 1.3
OURS = (*COMMAND, "--allowed-host", PUBLIC)
NOTHING = """
from mcp.server import MCPServer
server = MCPServer("nothing")
@server.tool()
def page_stats(url: str, timeout_seconds: int = 10) -> dict[str, bool]:
    return {"ok": True}
server.run()
"""
EMPTY = (sys.executable, "-c", NOTHING)


def min_of(turns: Sequence[tuple[float, ...]]) -> list[float]:
    """Return the minimum of each column."""
    return [min(column) for column in zip(*turns, strict=True)]


def starting(command: tuple[str, ...]) -> float:
    """Start a server; return the seconds until it has completed the handshake."""
    began = time.perf_counter()
    with Stdio(command=command):
        return time.perf_counter() - began


def core(url: str) -> float:
    """Return the milliseconds of the fastest call of the core."""
    return best_of(CALLS, lambda: page_stats_payload({"url": url}, CONFIG)) * 1000


def calling(server: Stdio, url: str) -> float:
    """Return the milliseconds of the fastest call of a server."""
    return best_of(CALLS, lambda: server.call({"url": url})["result"]) * 1000


def calls(ours: Stdio, empty: Stdio, base: str) -> Iterator[Row]:
    """Yield the rows of a warm call."""
    line, article = (
        min_of([(calling(ours, url), core(url), calling(empty, url)) for _ in range(TURNS)])
        for url in (f"{base}/ok", f"{base}/article/100000")
    )
    yield Row("a page of one line vs a call of the core", line[0], "ms", line[1])
    yield Row("the same, minus the core's own time", line[0] - line[1], "ms", line[2], TARGET_CALL, of_ratio=True)
    what = "an article of 100 kB vs a call of the core"
    yield Row(what, article[0], "ms", article[1], TARGET_ARTICLE, of_ratio=True)


def size(server: Stdio) -> float:
    """Return the resident size of a server in MB."""
    taken: int = psutil.Process(server.pid).memory_info().rss
    return taken / 1e6


def measure() -> Iterator[Row]:
    """Yield a row for each measurement."""
    starts = [(starting(OURS), starting(EMPTY)) for _ in range(STARTS)]
    start, peer = min_of(starts)
    yield Row("startup until the first answer", start, "s", peer, TARGET_START, of_ratio=True)
    with fixture_servers() as places, Stdio(command=OURS) as ours, Stdio(command=EMPTY) as empty:
        yield from calls(ours, empty, places["base"])
        yield Row("memory after these calls", size(ours), "MB", size(empty), TARGET_SIZE, of_ratio=True)
