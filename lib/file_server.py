"""Servers on loopback, each in a thread, without a line for each request."""

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
    """For a handler of requests: log none."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class _Files(Quiet, SimpleHTTPRequestHandler):
    pass


@contextmanager
def running(server: HTTPServer) -> Iterator[str]:
    """Run *server*, and yield where it is, without a slash at its end."""
    thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def file_server(folder: Path) -> AbstractContextManager[str]:
    """Return a server of the files in *folder*, which is running while it is entered."""
    return running(ThreadingHTTPServer((HOST, 0), partial(_Files, directory=folder)))
