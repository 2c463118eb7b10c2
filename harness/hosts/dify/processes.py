"""Processes on loopback ports: where there is room for one, whether it listens, and how it is ended."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from typing import Final

HOST: Final = "127.0.0.1"
READY_SECONDS: Final = 60.0


def free_port() -> int:
    """Return a port where nobody listens."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        port: int = one.getsockname()[1]
        return port


def accepts(port: int) -> bool:
    """Whether somebody listens there."""
    with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
        return True
    return False


def until(ready: Callable[[], bool], what: str, logs: Callable[[], str]) -> None:
    """Wait until *ready*; raises ``TimeoutError``, with the *logs*, if that takes too long."""
    end_of_patience = time.monotonic() + READY_SECONDS
    while not ready():
        if time.monotonic() > end_of_patience:
            raise TimeoutError(f"{what} is not ready\n{logs()}")
        time.sleep(0.1)


def end(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> None:
    """Ask *process* to end, and end it if it does not."""
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
