"""Serve a folder over HTTP on localhost, without logging requests."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, Self

HOST: Final = "127.0.0.1"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing."""


class FileServer:
    """Serves *folder* over HTTP, as a context manager; ``url`` has no trailing slash."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer((HOST, 0), partial(_Quiet, directory=folder))
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.url = f"http://{HOST}:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
