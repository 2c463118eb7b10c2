"""A page, on loopback, for the programs to ask about: and beside it a page that there is not."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

HOST: Final = "127.0.0.1"
PAGE: Final = "/tide.html"
HTML: Final = b"<!doctype html><title>Low water</title><p>Four words stand here."


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer with the page, or with 404."""
        body = HTML if self.path == PAGE else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def pages() -> Iterator[tuple[str, str]]:
    """Yield where the page is, and where there is none."""
    with ThreadingHTTPServer((HOST, 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        base = f"http://{HOST}:{server.server_port}"
        yield f"{base}{PAGE}", f"{base}/ebb.html"
        server.shutdown()
        thread.join()
