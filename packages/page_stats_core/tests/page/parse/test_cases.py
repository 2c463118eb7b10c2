"""The parse cases of the specification, with complete pages and with pages that are cut off."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from page_stats_core.page.parse import ParsedPage, parse_page
from page_stats_core.page.parse.decode import decode

SPEC = Path(__file__).resolve().parents[5] / "spec"
# The number of prefixes to test per body. Shorter prefixes are left out, because long bodies start with filler.
PREFIXES_MAX = 1200


class Case(NamedTuple):
    name: str
    body: bytes
    content_type: str | None
    expected: ParsedPage


def _body(case: dict[str, Any]) -> bytes:
    if "page" in case:
        return (SPEC / "pages" / case["page"]).read_bytes()[: case["first_bytes"]]
    return case["body"].encode() if "body" in case else base64.b64decode(case["body_base64"])


def _cases() -> Iterator[Case]:
    for path in [*SPEC.glob("cases/parse-*.json"), SPEC / "cases" / "truncation.json"]:
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            yield Case(case["name"], _body(case), case["content_type"], ParsedPage(**case["expect"]))


CASES = sorted(_cases())


def _completely(read, body, content_type):
    """Parse *body* without the fast path and return the page."""
    return read(decode(body, content_type, lambda: None), content_type, use_bulk=False)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case, read):
    """Each case gives the expected title and word count, with and without the fast path."""
    assert parse_page(case.body, case.content_type) == case.expected
    assert _completely(read, case.body, case.content_type) == case.expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_prefixes(case, read):
    """A page that is cut off anywhere gives the same result with and without the fast path."""
    for length in range(max(0, len(case.body) - PREFIXES_MAX), len(case.body)):
        prefix = case.body[:length]
        assert parse_page(prefix, case.content_type) == _completely(read, prefix, case.content_type)
