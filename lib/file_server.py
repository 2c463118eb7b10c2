"""HTTP servers on localhost, each in a thread, that log nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

HOST: Final = "127.0.0.1"


class Quiet:
    """Mixin for a request handler that logs nothing."""

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


class _Files(Quiet, SimpleHTTPRequestHandler):
    pass


@contextmanager
def running(server: HTTPServer) -> Iterator[str]:
    """Run *server* in a thread, and yield its URL without a trailing slash."""
    thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def file_server(folder: Path) -> AbstractContextManager[str]:
    """Return a context manager that serves the files in *folder* and yields the URL."""
    return running(ThreadingHTTPServer((HOST, 0), partial(_Files, directory=folder)))
