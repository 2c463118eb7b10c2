"""The slowest key exchange that a server can choose in TLS 1.3: a Diffie-Hellman group of 8,192 bits.

The server is ``openssl s_server``. It needs no valid certificate, since the key exchange comes first. The longest stall
is the time in which no other task, or with gevent no other greenlet, can run. The best of five runs counts.
"""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import trustme
from page_stats_core.calls import apage_stats_payload

from benchmarks.measuring import CONFIG, NotHereError, Row, run
from harness.ports import free_port
from harness.waiting import eventually

RUNS, TARGET_STALL = 5, 20.0
HOST = "127.0.0.2"
GROUP = "ffdhe8192"
IN_GREENLETS = f"""
from gevent import monkey; monkey.patch_all()
import gevent, sys, time
from page_stats_core import page_stats_payload
call = gevent.spawn(page_stats_payload, {{"url": sys.argv[1]}}, {CONFIG!r})
longest, last = 0, time.perf_counter()
while not call.ready():
    gevent.sleep(0.001)
    now = time.perf_counter()
    longest, last = max(longest, now - last), now
print(longest)
"""


def measure() -> Iterator[Row]:
    """Yield a row for the stall on an event loop, and one for the stall with gevent."""
    with server() as url:
        ours = min(asyncio.run(longest_stall(apage_stats_payload({"url": url}, CONFIG))) for _ in range(RUNS))
        peer = min(asyncio.run(longest_stall(with_httpx(url))) for _ in range(RUNS))
        yield Row(f"{GROUP}: longest stall of the event loop vs httpx", ours, "ms", peer, TARGET_STALL)
        stalls = [float(run(IN_GREENLETS, url) or "inf") * 1000 for _ in range(RUNS)]
        yield Row(f"{GROUP}: longest stall with gevent", min(stalls), "ms")


@contextmanager
def server() -> Iterator[str]:
    """Run a server that offers only this group; yield its URL."""
    openssl = shutil.which("openssl")
    if not openssl:
        raise NotHereError("openssl: its command is not on the PATH")
    port = free_port()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.pem"
        trustme.CA().issue_cert("tls.test").private_key_and_cert_chain_pem.write_to_path(path)
        command = [openssl, "s_server", "-accept", f"{HOST}:{port}", "-tls1_3", "-groups", GROUP, "-cert", str(path)]
        with subprocess.Popen(
            [*command, "-quiet"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                if not eventually(lambda: _answers(port)):
                    raise NotHereError("openssl s_server: it does not start")
                yield f"https://{HOST}:{port}/"
            finally:
                process.kill()


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HOST, port), 1):
        return True
    return False


async def with_httpx(url: str) -> None:
    """Fetch the page with httpx, which rejects the certificate."""
    async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
        with suppress(httpx.HTTPError):
            await client.get(url)


async def longest_stall(work: Awaitable[object]) -> float:
    """Return the longest time in milliseconds in which no other task can run until *work* is done."""
    task = asyncio.ensure_future(work)
    longest, last = 0.0, time.perf_counter()
    while not task.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    await task
    return longest * 1000
