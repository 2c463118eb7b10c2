"""Functions that build complete responses, or parts of responses, for the routes."""

from __future__ import annotations

from http import HTTPStatus

PAGE = b"<!doctype html><title>Low water</title><p>Four words stand here."
"""The ordinary page: title "Low water", 4 words."""


def head(*fields: str | bytes, status: int | str = 200, kind: str | None = "text/html; charset=utf-8") -> bytes:
    """Return a status line, headers and the empty line; omit ``Content-Type`` if *kind* is None."""
    lines = [f"HTTP/1.1 {_status(status)}".encode()]
    if kind is not None:
        lines.append(f"Content-Type: {kind}".encode())
    lines += [field if isinstance(field, bytes) else field.encode() for field in fields]
    return b"".join(line + b"\r\n" for line in [*lines, b"Connection: close", b""])


def answer(
    body: bytes = PAGE,
    *fields: str | bytes,
    status: int | str = 200,
    kind: str | None = "text/html; charset=utf-8",
) -> bytes:
    """Return a whole response with a ``Content-Length``."""
    return head(*fields, f"Content-Length: {len(body)}", status=status, kind=kind) + body


def titled(title: str) -> bytes:
    """Return a response with a page whose title is *title* and whose text is empty."""
    escaped = title.replace("&", "&amp;").replace("<", "&lt;")
    return answer(f"<!doctype html><title>{escaped}</title>".encode())


def chunk(data: bytes, extension: bytes = b"") -> bytes:
    """Return a chunk of a chunked body, or the last chunk if *data* is empty."""
    return b"%x%s\r\n%s\r\n" % (len(data), extension, data)


def _status(status: int | str) -> str:
    if isinstance(status, str):
        return status
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status} Unheard Of"
