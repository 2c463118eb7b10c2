"""Shared by the stand-ins: a WSGI server on localhost, and reading and writing messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from lib.file_server import HOST, Quiet, running

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

BEARER: Final = "Bearer "


class Threads(ThreadingMixIn, WSGIServer):
    """A server with a thread per connection."""

    daemon_threads = True


class _Handler(Quiet, WSGIRequestHandler):
    pass


def serving(application: Application) -> AbstractContextManager[str]:
    """Return a context manager that serves *application* on 127.0.0.1 and yields its URL."""
    return running(make_server(HOST, 0, application, Threads, _Handler))


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
    """Answer with bytes as they are or anything else as JSON; ``X_Y`` in *headers* is the header ``X-Y``."""
    sent = content if isinstance(content, bytes) else json.dumps(content).encode()
    kind = "application/octet-stream" if isinstance(content, bytes) else "application/json"
    fields = {"Content-Type": kind, "Content-Length": str(len(sent))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    start(f"{status} {HTTPStatus(status).phrase}", list(fields.items()))
    return [sent]
