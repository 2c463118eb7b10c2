"""Ports on localhost."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable
from typing import Final

LOOPBACK: Final = "127.0.0.1"


def free_port(among: Iterable[int] = (0,)) -> int:
    """Return the first free port in *among*; 0 lets the system choose."""
    for port in among:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, port))
            return int(probe.getsockname()[1])
    raise OSError("all ports are in use")


def accepts(port: int) -> bool:
    """Return whether something listens on *port*."""
    with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port), 1):
        return True
    return False
