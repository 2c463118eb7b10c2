"""How parse cases are converted for dialects (ways to call the tool) that can only fetch a URL."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

import pytest

from harness.parity.cases import FETCH_CONFIG, Case
from harness.parity.serve_parse_cases import page_case, page_request, page_result
from harness.servers.pages import Pages


def case(title: str | None = "Tide") -> Case:
    """Return a parse case that expects *title*."""
    given = {"body": "<title>Tide</title>high", "content_type": "text/html; charset=utf-8"}
    return Case("parse", "tide", "It is high.", ("1.1",), given, {"title": title, "word_count": 1}, frozenset())


@pytest.fixture
def pages() -> Iterator[Pages]:
    """Yield a server of pages."""
    server = Pages("127.0.0.1")
    yield server
    server.close()


def test_request(pages: Pages) -> None:
    """The request's URL serves exactly the body and the Content-Type of the case."""
    request = page_request(case(), pages)
    assert (request["family"], request["config"]) == ("fetch", FETCH_CONFIG)
    with urllib.request.urlopen(request["arguments"]["url"], timeout=5) as response:
        assert response.read() == b"<title>Tide</title>high"
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("title", "shown"),
    [("Tide", "Tide"), (None, None), ("\x1b", None), ("a\u202eb", "ab"), ("x" * 301, "x" * 299 + "…")],
)
def test_title(title: str | None, shown: str | None) -> None:
    """The converted case expects the sanitized and shortened title that a fetch returns. The rest is unchanged."""
    assert page_case(case(title)).expect == {"title": shown, "word_count": 1}


def test_result() -> None:
    """A successful fetch is reduced to its title and word counts. A failure is unchanged."""
    page = {"title": "Tide", "word_count": 2, "link_word_count": 1}
    assert page_result({"ok": True, "status": 200, **page}) == page
    assert page_result({"ok": False, "error_code": "timeout"}) == {"ok": False, "error_code": "timeout"}
    assert page_result("Tide") == "Tide"
