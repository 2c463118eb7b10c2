"""Send requests to the registries of a release.

A rehearsal sets ``PYPI_INDEX``, ``CLAWHUB_REGISTRY`` and ``GITHUB_API_URL`` to the URLs of servers on localhost.
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

PUBLIC_PYPI: Final = "https://pypi.org/simple"
PYPI: Final = os.environ.get("PYPI_INDEX", PUBLIC_PYPI).rstrip("/")
CLAWHUB: Final = os.environ.get("CLAWHUB_REGISTRY", "https://clawhub.ai").rstrip("/")
TIMEOUT: Final = 60.0
ATTEMPTS: Final = 4
PAUSE: Final = 2.0  # seconds before the first retry, doubled for each further one
BUSY: Final = (429, 500, 502, 503, 504)


class StatusError(Exception):
    """A server returned an error; ``status`` is the HTTP status."""

    def __init__(self, status: int, url: str, said: str) -> None:
        super().__init__(f"{url} returned {status}: {said}")
        self.status = status


def request(
    url: str, *, method: str = "GET", headers: Mapping[str, str] | None = None, content: bytes | None = None
) -> bytes:
    """Return the body of the response; raises ``StatusError``.

    A GET is retried while the server is unreachable or busy. Other methods are not retried, because the first attempt
    may have had an effect.
    """
    fields = {"User-Agent": "page-stats", **(headers or {})}
    asked = urllib.request.Request(url, data=content, method=method, headers=fields)  # noqa: S310
    attempts = ATTEMPTS if method == "GET" else 1
    for attempt in range(1, attempts + 1):
        try:
            with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:  # noqa: S310  # a URL of the registries above
                received: bytes = answer.read()
                return received
        except urllib.error.HTTPError as error:
            said = error.read(500).decode("utf-8", "replace")
            if error.code not in BUSY or attempt == attempts:
                raise StatusError(error.code, url, said) from None
        except OSError as error:
            if attempt == attempts:
                sys.exit(f"request to {url} failed: {error}")
        time.sleep(PAUSE * 2 ** (attempt - 1))
    raise AssertionError


def json_or_none(url: str, headers: Mapping[str, str] | None = None) -> Any:
    """Return the JSON at *url*, or None if the server returns 404."""
    try:
        return json.loads(request(url, headers=headers))
    except StatusError as refused:
        if refused.status != 404:
            raise
        return None


def pypi_files(project: str) -> dict[str, tuple[str, str]]:
    """Return the SHA-256 digest and the URL that PyPI states for each file of *project*, by file name (PEP 503)."""
    page = f"{PYPI}/{project}/"
    try:
        content = request(page)
    except StatusError as refused:
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
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and (link := dict(attrs).get("href")):
            self.found.append(link)


def clawhub_digest(name: str, version: str) -> str | None:
    """Return the SHA-256 digest of a version on ClawHub, or None if ClawHub lacks the version."""
    found = json_or_none(f"{CLAWHUB}/api/v1/packages/{quote(name, safe='')}/versions/{quote(version)}")
    return str(found["version"]["artifact"]["sha256"]) if found else None


def clawhub_knows(name: str) -> bool:
    """Whether ClawHub has a package of that name."""
    return json_or_none(f"{CLAWHUB}/api/v1/packages/{quote(name, safe='')}") is not None
