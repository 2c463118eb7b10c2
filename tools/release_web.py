"""How the steps of a release talk to registries, and where those are.

A rehearsal sets ``PYPI_INDEX``, ``CLAWHUB_REGISTRY`` and ``GITHUB_API_URL`` to places on loopback, and nothing else.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import quote, unquote, urljoin, urlsplit

PYPI: Final = os.environ.get("PYPI_INDEX", "https://pypi.org/simple").rstrip("/")
CLAWHUB: Final = os.environ.get("CLAWHUB_REGISTRY", "https://clawhub.ai").rstrip("/")
TIMEOUT: Final = 60.0
ATTEMPTS: Final = 4
PAUSE: Final = 2.0  # seconds, doubled each time
BUSY: Final = (429, 500, 502, 503, 504)


class RefusedError(Exception):
    """A server answered that it will not; ``status`` is its answer."""

    def __init__(self, status: int, url: str, said: str) -> None:
        super().__init__(f"{url} returned {status}: {said}")
        self.status = status


def request(
    url: str, *, method: str = "GET", headers: Mapping[str, str] | None = None, content: bytes | None = None
) -> bytes:
    """Return what the server says; raises ``RefusedError``.

    A GET is repeated while nobody answers or the server is busy. Nothing else is: what it did is unknown.
    """
    fields = {"User-Agent": "page-stats", **(headers or {})}
    asked = urllib.request.Request(url, data=content, method=method, headers=fields)  # noqa: S310
    attempts = ATTEMPTS if method == "GET" else 1
    for attempt in range(1, attempts + 1):
        try:
            with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:  # noqa: S310  # the places above
                received: bytes = answer.read()
                return received
        except urllib.error.HTTPError as error:
            said = error.read(500).decode("utf-8", "replace")
            if error.code not in BUSY or attempt == attempts:
                raise RefusedError(error.code, url, said) from None
        except OSError as error:
            if attempt == attempts:
                sys.exit(f"request to {url} failed: {error}")
        time.sleep(PAUSE * 2 ** (attempt - 1))
    raise AssertionError


def json_or_none(url: str, headers: Mapping[str, str] | None = None) -> Any:
    """Return the JSON that is there, or None where there is nothing."""
    try:
        return json.loads(request(url, headers=headers))
    except RefusedError as refused:
        if refused.status != 404:
            raise
        return None


def pypi_files(project: str) -> dict[str, tuple[str, str]]:
    """Return the files of *project* on PyPI: by name, the SHA-256 digest that it states and the URL (PEP 503)."""
    page = f"{PYPI}/{project}/"
    try:
        content = request(page)
    except RefusedError as refused:
        if refused.status != 404:
            raise
        return {}
    links = _Links()
    links.feed(content.decode("utf-8"))
    found = {}
    for link in links.found:
        url = urlsplit(urljoin(page, link))
        name = unquote(url.path.rpartition("/")[2])
        found[name] = url.fragment.removeprefix("sha256="), url._replace(fragment="").geturl()
    return found


class _Links(HTMLParser):
    """Collects where links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and (link := dict(attrs).get("href")):
            self.found.append(link)


def clawhub_digest(name: str, version: str) -> str | None:
    """Return the SHA-256 digest of that version of a package on ClawHub, or None if it is not there."""
    told = json_or_none(f"{CLAWHUB}/api/v1/packages/{quote(name, safe='')}/versions/{quote(version)}")
    return str(told["version"]["artifact"]["sha256"]) if told else None


def clawhub_knows(name: str) -> bool:
    """Tell whether a package of that name is on ClawHub."""
    return json_or_none(f"{CLAWHUB}/api/v1/packages/{quote(name, safe='')}") is not None
