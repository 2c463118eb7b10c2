"""Code that the stand-ins share: a WSGI server on localhost, and functions to read requests and write responses."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import Any, Final, Self
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

BEARER: Final = "Bearer "


class Threads(ThreadingMixIn, WSGIServer):
    """A WSGI server with a thread for each connection."""

    daemon_threads = True


class Silent(WSGIRequestHandler):
    """A handler that logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing."""


class Serving:
    """A server for *application* on 127.0.0.1, running until ``close``."""

    def __init__(self, application: Application) -> None:
        self._server = make_server("127.0.0.1", 0, application, Threads, Silent)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def body(environ: Environ) -> bytes:
    content: bytes = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    return content


def bearer(environ: Environ) -> str:
    """Return the request's bearer token, or an empty string."""
    header: str = environ.get("HTTP_AUTHORIZATION", "")
    return header.removeprefix(BEARER) if header.startswith(BEARER) else ""


def base(environ: Environ) -> str:
    """Return the URL that the client used for the server."""
    return f"http://{environ['HTTP_HOST']}"


def form(environ: Environ) -> dict[str, bytes]:
    """Return the fields of a multipart request, including files."""
    found = re.search(r'boundary="?([^";]+)', environ["CONTENT_TYPE"])
    assert found
    fields = {}
    for part in body(environ).split(b"--" + found[1].encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = re.search(rb'(?i)\bname="([^"]+)"', head)
        assert name
        fields[name[1].decode()] = content.removesuffix(b"\r\n")
    return fields


def answer(start: StartResponse, status: int, content: Any, **headers: str) -> list[bytes]:
    """Send bytes unchanged, and any other body as JSON; the keyword ``X_Y`` in *headers* sets the header ``X-Y``."""
    sent = content if isinstance(content, bytes) else json.dumps(content).encode()
    kind = "application/octet-stream" if isinstance(content, bytes) else "application/json"
    fields = {"Content-Type": kind, "Content-Length": str(len(sent))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    start(f"{status} {HTTPStatus(status).phrase}", list(fields.items()))
    return [sent]
