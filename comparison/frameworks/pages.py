"""A server of pages on loopback for the programs: one page with a title, and a URL for each kind of failure."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

HOST: Final = "127.0.0.1"
HTML: Final = "text/html; charset=utf-8"
BODIES: Final[Mapping[str, tuple[str, bytes]]] = {
    "/tide.html": (HTML, b"<!doctype html><title>Low water</title><p>Four words stand here."),
    "/tide.pdf": ("application/pdf", b"%PDF-1.7"),
}


class Pages:
    """The URLs. *asked* and *left* are set when a client requests the silent page, and when it disconnects."""

    def __init__(self, port: int) -> None:
        self.base = f"http://{HOST}:{port}"
        self.page = f"{self.base}/tide.html"
        self.other = f"{self.base}/tide.pdf"
        self.missing = f"{self.base}/ebb.html"
        self.silent = f"{self.base}/silent"
        self.nobody = f"http://{HOST}:{_free_port()}/"
        self.asked, self.left = threading.Event(), threading.Event()


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__((HOST, 0), _Handler)
        self.pages = Pages(self.server_port)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Send a page or 404; for the silent page, send nothing and wait until the client disconnects."""
        if self.server.pages.silent.endswith(self.path):
            self.server.pages.asked.set()
            self.connection.recv(1)
            self.server.pages.left.set()
            return
        kind, body = BODIES.get(self.path, (HTML, b""))
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def pages() -> Iterator[Pages]:
    """Serve the pages while the ``with`` block runs."""
    with _Server() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.pages
        server.shutdown()
        thread.join()


def _free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
        return port
