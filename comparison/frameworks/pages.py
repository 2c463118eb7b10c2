"""Pages on loopback for the programs to ask about: one that is there, and what stands for each failure."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from harness.ports import free_port
from lib.file_server import HOST, Quiet, running

__all__ = ["HOST", "Pages", "pages"]

HTML: Final = "text/html; charset=utf-8"
BODIES: Final[Mapping[str, tuple[str, bytes]]] = {
    "/tide.html": (HTML, b"<!doctype html><title>Low water</title><p>Four words stand here."),
    "/tide.pdf": ("application/pdf", b"%PDF-1.7"),
}


class Pages:
    """Where they are, and whether who asked for the silent one has *left*."""

    def __init__(self, port: int) -> None:
        self.base = f"http://{HOST}:{port}"
        self.page = f"{self.base}/tide.html"
        self.other = f"{self.base}/tide.pdf"
        self.missing = f"{self.base}/ebb.html"
        self.silent = f"{self.base}/silent"
        self.nobody = f"http://{HOST}:{free_port()}/"
        self.asked, self.left = threading.Event(), threading.Event()


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__((HOST, 0), _Handler)
        self.pages = Pages(self.server_port)


class _Handler(Quiet, BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Answer with a page, with 404, or not at all until the client leaves."""
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


@contextlib.contextmanager
def pages() -> Iterator[Pages]:
    """Yield the pages."""
    server = _Server()
    with running(server):
        yield server.pages
