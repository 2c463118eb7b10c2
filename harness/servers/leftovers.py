"""Sockets and threads that a client may have left in this process."""

from __future__ import annotations

import threading

import psutil


def client_sockets() -> set[tuple[int, str]]:
    """Return the descriptor and peer of each open client socket, without sockets that this process accepted."""
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
