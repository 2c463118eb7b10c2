"""The OpenClaw plugin, which fetches through OpenClaw's guard: warm calls, event loop stalls, memory and deadlines.

A Node process calls the registered tool as the Gateway does. The peer for calls and stalls is a fetch through the
guard. This fetch only reads the text, as OpenClaw's own `web_fetch` does at first. The memory growth for a bomb is
compared with the growth for an ordinary page of 2 MB. The best of five runs counts.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import islice, product
from string import ascii_lowercase, digits
from typing import Any

from pytest_httpserver import HTTPServer

from benchmarks.inputs import UTF8, dense, repeated, scripts
from benchmarks.measuring import Row, fixture_servers
from benchmarks.memory import TARGET as GROWTH
from benchmarks.nodes import program_of_node
from harness.parity.dialect import DialectProcess
from harness.servers import PUBLIC
from harness.servers.routes import paths

PROGRAM = "packages/openclaw-page-stats/benchmarks/plugin.ts"
SIZE, RUNS, CALLS = 2_000_000, 5, 100
STALL_MS, OVERRUN_SECONDS, CALL = 50.0, 0.3, 2.0
SECONDS = 1
CALLED = (("an article of 100 kB", "/article/100000", CALL), ("a page of one line", "/ok", None))


def names(size: int) -> bytes:
    """Return tags with different names of four characters. A page of 2 MB has more than 300,000 of them."""
    letters = (ascii_lowercase, *[ascii_lowercase + digits] * 3)
    return "".join(f"<{''.join(name)}>" for name in islice(product(*letters), size // 6)).encode()


PAGES = {
    "dense markup": dense,
    "script-heavy": scripts,
    "one long tag": repeated("x ", "<a "),
    "one tag with a long name": repeated("\0", "<a"),
    "one long comment": repeated("-", "<!--"),
    "one raw element": repeated("</xm", "<xmp>"),
    "one CDATA section": repeated("]", "<svg><![CDATA["),
    "333,333 different names": names,
}


def deflated(megabytes: int) -> bytes:
    """Return the given number of megabytes of zeros, compressed."""
    compressor, zeros = zlib.compressobj(9), bytes(1_000_000)
    return b"".join([*(compressor.compress(zeros) for _ in range(megabytes)), compressor.flush()])


def plugin() -> AbstractContextManager[DialectProcess]:
    """Start the Node program that measures the plugin."""
    return program_of_node(PROGRAM, "openclaw")


@contextmanager
def pages() -> Iterator[str]:
    """Serve each page at ``/NUMBER`` and each bomb at ``/NAME``; yield the base URL."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # do not log every request
    bomb = deflated(512)
    bombs = {"deflate": bomb, "deflate-twice": zlib.compress(bomb)}
    with HTTPServer(host=PUBLIC) as server:
        server.expect_request("/ok").respond_with_data("<p>Low water", content_type=UTF8)
        for number, make in enumerate(PAGES.values()):
            server.expect_request(f"/{number}").respond_with_data(make(SIZE), content_type=UTF8)
        for name, body in bombs.items():
            headers = {"Content-Encoding": "deflate"}
            server.expect_request(f"/{name}").respond_with_data(body, headers=headers, content_type=UTF8)
        yield server.url_for("/").removesuffix("/")


def ask(process: DialectProcess, what: str, url: str, *, runs: int = 1, seconds: int = 30) -> Mapping[str, Any]:
    """Send a request to the measuring program and return its reply."""
    measured: Mapping[str, Any] = process.ask({"what": what, "url": url, "runs": runs, "seconds": seconds})
    return measured


def stalls(site: str) -> Iterator[Row]:
    """Yield the longest stall of the event loop for each page, compared with a fetch through the guard."""
    with plugin() as process:
        for number, what in enumerate(PAGES):
            url = f"{site}/{number}"
            ours, guard = ask(process, "tool", url, runs=RUNS), ask(process, "guard", url, runs=RUNS)
            assert ours["payload"]["ok"], ours
            yield Row(f"longest stall: {what}", ours["stall"], "ms", guard["stall"], STALL_MS)


def growths(base: str, site: str) -> Iterator[Row]:
    """Yield the growth of a process that reads each bomb, compared with the growth for an ordinary page."""

    def grown(url: str) -> float:
        with plugin() as process:
            return float(ask(process, "growth", url)["growth"]) / 1e6

    page = grown(f"{site}/0")
    for what, url in {
        "512 MB of zeros in gzip": f"{base}/bomb",
        "the same, compressed twice": f"{base}/bomb-twice",
        "the same, announced as compressed twice": f"{base}/bomb-twice/announced",
        "512 MB of zeros in deflate": f"{site}/deflate",
        "the same, deflated twice": f"{site}/deflate-twice",
        "an endless page": f"{base}/endless-body",
    }.items():
        yield Row(f"growth relative to a 2 MB page: {what}", grown(url), "MB", page, GROWTH)


def overruns(base: str) -> Iterator[Row]:
    """Yield the worst overrun of a one-second deadline on any route."""
    with plugin() as process:
        ask(process, "tool", base + "/ok", runs=3)
        worst = max((overrun(process, base + path), path) for path in paths())
    yield Row(f"worst overrun of all routes: {worst[1]}", worst[0], "s", target=OVERRUN_SECONDS)


def overrun(process: DialectProcess, url: str) -> float:
    """Return the seconds by which the best of several calls overruns its deadline. Stop once the target is met."""
    least = float("inf")
    for _ in range(RUNS):
        least = min(least, ask(process, "tool", url, seconds=SECONDS)["milliseconds"] / 1000 - SECONDS)
        if least <= OVERRUN_SECONDS:
            break
    return max(least, 0.0)


def calls(base: str) -> Iterator[Row]:
    """Yield the time of a warm call, compared with a fetch through the guard."""
    with plugin() as process:
        for what, path, target in CALLED:
            for _ in range(2):  # the first round warms up the JIT
                ours, guard = (ask(process, way, base + path, runs=CALLS)["milliseconds"] for way in ("tool", "guard"))
            yield Row(f"a warm call: {what} vs the guard", ours, "ms", guard, target, of_ratio=True)


def measure() -> Iterator[Row]:
    """Yield a row for each measurement."""
    with plugin():  # fail early if a requirement is missing
        pass
    with fixture_servers() as places, pages() as site:
        yield from calls(places["base"])
        yield from stalls(site)
        yield from growths(places["base"], site)
        yield from overruns(places["base"])
