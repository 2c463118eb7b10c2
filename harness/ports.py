"""Ports on loopback."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable

from lib.file_server import HOST


def free_port(among: Iterable[int] = (0,)) -> int:
    """Return the first free port of *among*; 0 lets the system choose."""
    for port in among:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return int(probe.getsockname()[1])
    raise OSError("every port is taken")


def accepts(port: int) -> bool:
    """Whether a server listens on *port*."""
    with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
        return True
    return False
