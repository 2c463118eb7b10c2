"""Open a tunnel through a proxy with CONNECT (§5.17, §5.18).

The headers of a proxy's answer are often not valid HTTP, so only its status and its end are read.
"""

from __future__ import annotations

import re

from page_stats_core.contract import fail
from page_stats_core.page.fetch.channel import receive, send
from page_stats_core.page.fetch.exchange import HEAD_MAX, INFORMATIONAL_MAX, PREFIX, Fields
from page_stats_core.page.fetch.operations import Flow

_STATUS = re.compile(rb"HTTP/1\.[0-9] ++([0-9]{3})(?![0-9])")
_END = re.compile(rb"\r?\n\r?\n")
_END_MAX = 4


def open_tunnel(end: str, fields: Fields) -> Flow[bytes]:
    """Open a tunnel to *end*, a host with its port. Return the bytes that were received after the answer, if any.

    Raises ``unreachable`` if the proxy refuses, disconnects or does not speak HTTP/1.
    """
    lines = [f"CONNECT {end} HTTP/1.1", f"Host: {end}", *(f"{name}: {value}" for name, value in fields), "", ""]
    yield from send("\r\n".join(lines).encode("ascii"))
    received = bytearray()
    for _ in range(INFORMATIONAL_MAX + 1):
        status = yield from _read_head(received)
        if 200 <= status <= 299:
            return bytes(received)
        if status >= 200:
            break
    raise fail("unreachable.proxy")


def _read_head(received: bytearray) -> Flow[int]:
    """Receive a status line and headers. Remove them from *received*, and return the status."""
    searched = 0
    while not (end := _END.search(received, max(searched - _END_MAX, 0))):
        searched = len(received)
        data = yield from receive()
        received += data
        if not data or searched > HEAD_MAX or not PREFIX.startswith(received[: len(PREFIX)]):
            raise fail("unreachable.proxy")
    line = _STATUS.match(received)
    if not line:
        raise fail("unreachable.proxy")
    status = int(line[1])
    del received[: end.end()]
    return status
