"""Memory growth of a process that reads a decompression bomb, compared with requests and httpx in streaming mode.

Our tool and the peers stop reading after 2 MB. The target is a growth of at most 12 MB: twice these 2 MB, and 8 MB
more. We measure the process that makes the call. A peer is stopped after 30 seconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Row, fixture_servers, run

MAX_BYTES = 2_000_000
TARGET = (2 * MAX_BYTES + 8_000_000) / 1e6
PATHS = {
    "a 512 MB bomb": "/bomb",
    "the same, compressed twice": "/bomb-twice",
    "the same, announced as compressed twice": "/bomb-twice/announced",
    "an endless page": "/endless-body",
}
HANG_SECONDS = 30

PROGRAM = f"""
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
way, base, path = sys.argv[1:]

def memory(line):
    return int(Path("/proc/self/status").read_text().split(line)[1].split()[0]) * 1024

if way == "ours":
    from page_stats_core import page_stats_payload
    def get(url):
        page_stats_payload({{"url": url, "timeout_seconds": 60}}, {{"allowed_hosts": ["127.0.0.2"]}})
elif way == "requests":
    import requests
    def get(url):
        with requests.get(url, stream=True, timeout=10) as response:
            first(response.iter_content(65536))
else:
    import httpx
    def get(url):
        with httpx.stream("GET", url, timeout=10, trust_env=False) as response:
            first(response.iter_bytes(65536))

def first(parts):
    body = bytearray()
    for part in parts:
        body += part
        if len(body) > {MAX_BYTES}:
            break

get(base + "/ok")
Path("/proc/self/clear_refs").write_text("5")
before = memory("VmRSS:")
try:
    get(base + path)
finally:
    print(memory("VmHWM:") - before)
"""


def grown(way: str, base: str, path: str) -> float | None:
    """Return by how many MB the process of a call grew, or None if it died or hung."""
    output = run(PROGRAM, way, base, path, seconds=HANG_SECONDS)
    return None if output is None else int(output) / 1e6


def measure() -> Iterator[Row]:
    """Yield a row for each bomb and peer. The row has no value for a peer that dies or hangs."""
    with fixture_servers() as places:
        for what, path in PATHS.items():
            ours = grown("ours", places["base"], path)
            assert ours is not None
            yield Row(what, ours, "MB", target=TARGET)
            for peer in ("requests", "httpx"):
                theirs = grown(peer, places["base"], path)
                beside = f"{what} vs {peer}" if theirs else f"{what}; {peer} died or hung"
                yield Row(beside, ours, "MB", theirs)
