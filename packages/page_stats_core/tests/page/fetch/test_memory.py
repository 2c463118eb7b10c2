"""The peak memory of a call (§5.11, §5.12), measured in a separate process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from harness.servers import PUBLIC, Servers

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak since a moment"),
]

MAX_BYTES = 2_000_000
MEGABYTE = 1_000_000

PEAK_OF_A_CALL = """
import asyncio, json, sys
from pathlib import Path
from page_stats_core import apage_stats_payload, page_stats_payload

def memory(line):
    text = Path("/proc/self/status").read_text()
    return int(text.split(line)[1].split()[0]) * 1024

way, first, then, config = json.loads(sys.argv[1])
def call(url):
    arguments = {"url": url, "timeout_seconds": 60}
    if way == "blocking":
        return page_stats_payload(arguments, config)
    return asyncio.run(apage_stats_payload(arguments, config))
call(first)
Path("/proc/self/clear_refs").write_text("5")  # forget the peak until now
before = memory("VmRSS:")
payload = call(then)
print(json.dumps([payload, memory("VmHWM:") - before]))
"""


@pytest.fixture(params=["blocking", "asynchronous"])
def peak(request: pytest.FixtureRequest, servers: Servers):
    """Return a function that requests a path and returns the payload and the growth of memory in bytes."""

    def call(path: str):
        base = servers.places["base"]
        config = {"allowed_hosts": [PUBLIC], "max_bytes": MAX_BYTES}
        arguments = json.dumps([request.param, f"{base}/ok", base + path, config])
        ran = subprocess.run(
            [sys.executable, "-c", PEAK_OF_A_CALL, arguments], capture_output=True, text=True, timeout=100, check=True
        )
        return json.loads(ran.stdout)

    return call


@pytest.mark.parametrize(
    "path",
    ["/bomb", "/bomb-twice", "/bomb-twice/announced", "/endless-members", "/endless-body", "/one-byte-chunks/200000"],
)
def test_bombs(peak, path: str) -> None:
    """A decompression bomb or an endless body needs at most twice max_bytes plus 8 MB of memory."""
    payload, grown = peak(path)
    assert payload["ok"] or payload["reason"] == "encoding"
    assert grown <= 2 * MAX_BYTES + 8 * MEGABYTE


@pytest.mark.parametrize("path", ["/sized/2000000", "/encoded-sized/2000000", "/title/long", "/endless-chunks"])
def test_pages(peak, path: str) -> None:
    """A page of 2 MB needs at most ten times its size in memory."""
    payload, grown = peak(path)
    assert payload["ok"]
    assert grown <= 10 * MAX_BYTES
