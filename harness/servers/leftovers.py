"""What a client may have left behind in this process: sockets and threads."""

from __future__ import annotations

import threading

import psutil


def client_sockets() -> set[tuple[int, str]]:
    """Return the connected or connecting sockets, by descriptor and peer, that no listener of this process accepted."""
    connections = psutil.Process().net_connections("tcp")
    listening = {each.laddr.port for each in connections if each.status == psutil.CONN_LISTEN}
    return {
        (each.fd, f"{each.raddr.ip}:{each.raddr.port}")
        for each in connections
        if each.raddr and each.laddr.port not in listening
    }


def page_stats_threads() -> set[str]:
    """Return the names of the threads that the core has started and that still run."""
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("page-stats")}
