"""Serve well-behaved pages with pytest-httpserver: the sample pages in spec/pages, and pages that tests add."""

from __future__ import annotations

import re

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from lib.repository import ROOT

SAMPLES = ROOT / "spec" / "pages"
KINDS = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml"}


class Pages:
    """A server for the sample pages, and for pages that ``put`` adds."""

    def __init__(self, host: str) -> None:
        self._pages: dict[str, tuple[bytes, str | None]] = {}
        self._server = HTTPServer(host, 0, threaded=True)
        self._server.expect_request(re.compile(".*")).respond_with_handler(self._respond)
        self._server.start()
        self.base: str = self._server.url_for("").rstrip("/")
        for path in sorted(SAMPLES.glob("*")):
            if path.suffix in KINDS:
                self.put(path.name, path.read_bytes(), KINDS[path.suffix])

    def put(self, name: str, body: bytes, content_type: str | None) -> str:
        """Serve *body* at the path *name*, without Content-Type if *content_type* is None; return the page's URL."""
        self._pages[f"/{name}"] = (body, content_type)
        return f"{self.base}/{name}"

    def close(self) -> None:
        self._server.stop()

    def _respond(self, request: Request) -> Response:
        body, content_type = self._pages.get(request.path, (None, None))
        if body is None:
            return Response(status=404)
        response = Response(body)
        response.headers.remove("Content-Type")
        if content_type is not None:
            response.headers["Content-Type"] = content_type
        return response
