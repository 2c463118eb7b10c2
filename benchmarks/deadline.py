"""How far calls overrun a deadline of one second on any route of the test server, compared with requests and httpx.

We measure a blocking call and a call on an event loop. The best of three runs counts. The peers (requests and
httpx) get a timeout of one second and are stopped after eight seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

from page_stats_core import apage_stats_payload, page_stats_payload

from benchmarks.measuring import CONFIG, Row, fixture_servers, run
from harness.servers.routes import paths

SECONDS, RUNS, TARGET = 1, 3, 0.3
PEER_PATHS = [
    "/never",
    "/trickled-body",
    "/trickled-head",
    "/slow-hops/9",
    "/endless-continue",
    "/endless-members",
    "/one-byte-chunks/200000",
]
HANG_SECONDS = 8.0
PEERS = {
    "requests": "requests.get(sys.argv[1], timeout=1)",
    "httpx": "httpx.get(sys.argv[1], timeout=1, follow_redirects=True, trust_env=False)",
}
PROGRAM = """
import contextlib, sys, time
import {name}
start = time.monotonic()
with contextlib.suppress(Exception):
    {call}
print(time.monotonic() - start)
"""


def blocking(url: str) -> None:
    """Make a blocking call."""
    page_stats_payload({"url": url, "timeout_seconds": SECONDS}, CONFIG)


def on_a_loop(url: str) -> None:
    """Make a call on an event loop."""
    asyncio.run(apage_stats_payload({"url": url, "timeout_seconds": SECONDS}, CONFIG))


def overrun(call: Callable[[str], None], url: str) -> float:
    """Return the seconds by which the best of several calls overruns its deadline. Stop once the target is met."""
    least = float("inf")
    for _ in range(RUNS):
        start = time.monotonic()
        call(url)
        least = min(least, time.monotonic() - start - SECONDS)
        if least <= TARGET:
            break
    return max(least, 0.0)


def measure() -> Iterator[Row]:
    """Yield the worst route for each kind of call, and a comparison with each peer on some routes."""
    with fixture_servers() as places:
        for way, call in {"blocking": blocking, "on a loop": on_a_loop}.items():
            worst, path = max((overrun(call, places["base"] + path), path) for path in paths())
            yield Row(f"worst overrun of all routes, {way}: {path}", worst, "s", target=TARGET)
        for path in PEER_PATHS:
            ours = overrun(blocking, places["base"] + path)
            for name, program in PEERS.items():
                ended = run(PROGRAM.format(name=name, call=program), places["base"] + path, seconds=HANG_SECONDS)
                theirs = max(float(ended or HANG_SECONDS) - SECONDS, 0.0)
                yield Row(f"{path} vs {name}" + ("" if ended else ", stopped by us"), ours, "s", theirs)
