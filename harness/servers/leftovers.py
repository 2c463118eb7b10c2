"""Sockets and threads that a client may have left in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import psutil

SLACK_SECONDS = 2.0


def client_sockets() -> set[tuple[int, str]]:
    """Return descriptor and peer of the open client sockets, without those a listener here accepted."""
    connections = psutil.Process().net_connections("tcp")
    listening = {each.laddr.port for each in connections if each.status == psutil.CONN_LISTEN}
    return {
        (each.fd, f"{each.raddr.ip}:{each.raddr.port}")
        for each in connections
        if each.raddr and each.laddr.port not in listening
    }


def page_stats_threads() -> set[str]:
    """Return the names of the core's running threads."""
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("page-stats")}


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether *holds* returns true now or within ``SLACK_SECONDS``."""
    end = time.monotonic() + SLACK_SECONDS
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
