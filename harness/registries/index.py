"""A stand-in for PyPI: pypiserver with trusted publishing, and with a delay until uploads are listed."""

from __future__ import annotations

import base64
import json
import secrets
import sys
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from harness.registries.github import Identity
from harness.registries.serving import Application, Environ, StartResponse, answer, body

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # from an old web framework in pypiserver
    import pypiserver

# pypiserver leaves an import finder behind that causes a warning at every later import
sys.meta_path[:] = [finder for finder in sys.meta_path if hasattr(finder, "find_spec")]

AUDIENCE: Final = "pypi"
ENVIRONMENT: Final = "pypi"
MINT: Final = "/_/oidc/mint-token"


class Index:
    """The stand-in for PyPI, with its files in ``folder``.

    Pages list a new file only after ``delay`` seconds. ``uploads`` is the number of authorized upload requests.
    """

    def __init__(self, folder: Path, identity: Identity, fallback: str) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.delay = 0.0
        self.uploads = 0
        self._identity = identity
        self._tokens: set[str] = set()
        self._pages: Application = pypiserver.app(
            roots=[folder],
            authenticate=[],
            password_file=".",
            hash_algo="sha256",
            disable_fallback=not fallback,
            fallback_url=fallback,
            verbosity=0,
        )

    def __call__(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        if environ["PATH_INFO"] == MINT:
            return self._mint(environ, start)
        if environ["REQUEST_METHOD"] == "POST":
            if not self._may_upload(environ):
                return answer(start, 403, {"message": "Invalid or non-existent authentication information."})
            self.uploads += 1
        pages = self._pages(environ, start)
        return self._without_new(pages) if environ["PATH_INFO"].startswith("/simple/") else pages

    def _mint(self, environ: Environ, start: StartResponse) -> list[bytes]:
        if not self._identity.is_of(json.loads(body(environ))["token"], AUDIENCE, ENVIRONMENT):
            return answer(start, 422, {"message": "Token request failed", "errors": [{"code": "invalid-publisher"}]})
        token = f"pypi-{secrets.token_hex(16)}"
        self._tokens.add(token)
        return answer(start, 200, {"success": True, "token": token})

    def _may_upload(self, environ: Environ) -> bool:
        kind, _, credentials = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        user, _, password = base64.b64decode(credentials).decode().partition(":")
        return kind == "Basic" and user == "__token__" and password in self._tokens

    def _without_new(self, page: Iterable[bytes]) -> Iterable[bytes]:
        """Replace the links to new files with spaces of equal length, so that the Content-Length remains correct."""
        content = b"".join(page)
        for path in self.folder.iterdir():
            if time.time() - path.stat().st_mtime < self.delay:
                lines = content.splitlines(keepends=True)
                content = b"".join(_blank(line) if path.name.encode() in line else line for line in lines)
        return [content]


def _blank(line: bytes) -> bytes:
    return b" " * (len(line) - 1) + b"\n"
