"""A server on loopback for the programs in ``snippets``: a page, a URL with status 404, and a URL without an answer."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

HOST: Final = "127.0.0.1"
BODY: Final = b"<!doctype html><title>Low water</title><p>Four words stand here."


class Pages:
    """The URLs of the pages. *asked* is set when a client requests the silent page, *left* when it then disconnects."""

    def __init__(self, port: int) -> None:
        self.base = f"http://{HOST}:{port}"
        self.page = f"{self.base}/tide.html"
        self.missing = f"{self.base}/ebb.html"
        self.silent = f"{self.base}/silent"
        self.asked, self.left = threading.Event(), threading.Event()


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__((HOST, 0), _Handler)
        self.pages = Pages(self.server_port)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Send a page or 404. If the silent page is requested, send nothing and wait until the client disconnects."""
        if self.server.pages.silent.endswith(self.path):
            self.server.pages.asked.set()
            self.connection.recv(1)
            self.server.pages.left.set()
            return
        body = BODY if self.server.pages.page.endswith(self.path) else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
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
