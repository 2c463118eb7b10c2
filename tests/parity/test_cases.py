"""How a parity case is converted to the request that a dialect (a way to call the tool) receives."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from harness.parity.cases import SPEC, URL, Case, complete, load_cases, request_of


def make(family: str, **given: Any) -> dict[str, Any]:
    """Return the request of a case of the family *family* with the inputs in *given*."""
    return request_of(Case(family, "made-up", "It exists.", ("1.1",), given, None, frozenset()), {"base": "http://h:1"})


def test_cases_are_found() -> None:
    """Cases are found in every family."""
    assert {case.family for case in load_cases()} >= {"arguments", "configuration", "url", "address", "parse", "fetch"}


def test_words_in_links_are_0_by_default() -> None:
    """If an expected success or parsed page does not name ``link_word_count``, the expected value is 0."""
    page = {"title": None, "word_count": 4}
    assert complete(page) == page | {"link_word_count": 0}
    assert complete(page | {"link_word_count": 1}) == page | {"link_word_count": 1}
    assert complete({"ok": False, "error_code": "timeout"}) == {"ok": False, "error_code": "timeout"}
    assert all(case.expect.get("ok") is not True or "link_word_count" in case.expect for case in load_cases())


def test_defaults() -> None:
    """A case without a configuration gets an empty one in its request. A case without arguments gets valid ones."""
    assert make("arguments", arguments={}) == {"family": "arguments", "config": {}, "arguments": {}}
    assert make("configuration", config={"a": 1}) == {
        "family": "configuration",
        "config": {"a": 1},
        "arguments": {"url": URL},
    }


def test_text_is_sent_as_utf_8() -> None:
    """If a parse case gives its body as text, the text is sent as UTF-8."""
    sent = make("parse", body="é", content_type=None)
    assert base64.b64decode(sent["body_base64"]) == "é".encode()
    assert "body" not in sent


def test_truncation_sends_the_beginning_of_a_page() -> None:
    """The request of a truncation case contains only as many of the page's first bytes as the case says."""
    page = next(path for path in sorted((SPEC / "pages").iterdir()) if path.suffix == ".html")
    sent = make("truncation", page=page.name, first_bytes=10, content_type="text/html")
    assert sent["family"] == "parse"
    assert base64.b64decode(sent["body_base64"]) == page.read_bytes()[:10]


@pytest.mark.parametrize(
    ("given", "arguments"),
    [
        ({"route": "/a"}, {"url": "http://h:1/a"}),
        ({"route": "/a", "arguments": {"timeout_seconds": 1}}, {"url": "http://h:1/a", "timeout_seconds": 1}),
        ({"arguments": {"url": "{base}/b"}}, {"url": "http://h:1/b"}),
    ],
)
def test_fetch_fills_in_the_servers(given: dict[str, Any], arguments: dict[str, Any]) -> None:
    """A fetch case requests its route, or the URL in its arguments. It allows the host 127.0.0.2 by default."""
    sent = make("fetch", **given)
    assert sent["arguments"] == arguments
    assert sent["config"] == {"allowed_hosts": ["127.0.0.2"]}


def test_places_are_filled_in_everywhere() -> None:
    """Placeholders such as {base} are replaced everywhere in a case, at any depth of lists and objects."""
    sent = make("fetch", route="/", config={"proxy": "{base}"}, resolver={"a": ["{base}"]})
    assert sent["config"] == {"proxy": "http://h:1"}
    assert sent["resolver"] == {"a": ["http://h:1"]}
