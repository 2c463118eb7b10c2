"""The test servers shut down cleanly and describe their routes."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading

import psutil
import pytest

from harness.servers import Servers
from harness.servers.connection import Connection
from harness.servers.listener import FullQueue, Listener
from harness.servers.routes import listing
from harness.waiting import eventually
from lib.repository import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux provides 127.0.0.2 by default")


def _ask(host: str, port: str, path: str) -> socket.socket:
    connection = socket.create_connection((host, int(port)), 5)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return connection


def test_nothing_is_left_after_close() -> None:
    """Closing the servers ends all their threads and sockets, even those of routes with endless responses."""
    threads, sockets = set(threading.enumerate()), len(psutil.Process().net_connections())
    servers = Servers()
    clients = [
        _ask("127.0.0.2", servers.places["port"], path) for path in ("/never", "/endless-body", "/trickled-head")
    ]
    servers.close()
    for client in clients:
        client.close()
    assert set(threading.enumerate()) <= threads  # threads of an earlier test may end during this test
    assert len(psutil.Process().net_connections()) <= sockets


def test_internal_connections_are_counted() -> None:
    """Every connection to the internal server is counted."""
    with Servers() as servers:
        with _ask("127.0.0.1", servers.places["internal_port"], "/") as client:
            assert b"Internal" in client.recv(1000)
        assert servers.internal_connections == 1


def test_a_full_queue_neither_accepts_nor_refuses() -> None:
    """An attempt to connect times out if the port's queue of connections is full."""
    queue = FullQueue("127.0.0.2")
    with socket.socket() as client:
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.connect((queue.host, queue.port))
    queue.close()


def test_an_error_in_a_route_is_not_swallowed() -> None:
    """An exception in the code of a route reaches ``threading.excepthook``, so pytest reports the exception."""

    def crash(_: Connection) -> None:
        raise ZeroDivisionError

    seen: list[type[BaseException] | None] = []
    hook, threading.excepthook = threading.excepthook, lambda args: seen.append(args.exc_type)
    try:
        with Listener("127.0.0.2", crash) as listener, socket.create_connection(("127.0.0.2", listener.port)):
            assert eventually(lambda: bool(seen))
    finally:
        threading.excepthook = hook
    assert seen == [ZeroDivisionError]


def test_descriptions() -> None:
    """Every route has a description of one line."""
    assert all(text.endswith(".") for text in listing().values())


def test_command_ends_with_its_input() -> None:
    """``python -m harness.servers`` prints its addresses and exits when its standard input closes."""
    process = subprocess.run(
        [sys.executable, "-m", "harness.servers"],
        cwd=ROOT,
        input="",
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert json.loads(process.stdout)["base"].startswith("http://127.0.0.2:")
