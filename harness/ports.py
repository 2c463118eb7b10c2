"""Find and check ports on localhost."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable
from typing import Final

LOOPBACK: Final = "127.0.0.1"


def free_port(among: Iterable[int] = (0,)) -> int:
    """Return the first port of *among* on which nothing listens. If a port is 0, the system chooses a free port."""
    for port in among:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, port))
            return int(probe.getsockname()[1])
    raise OSError("every port is taken")


def accepts(port: int) -> bool:
    """Return whether something listens on *port*."""
    with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port), 1):
        return True
    return False
