"""Our parser finds the same title and words as a second reader, which walks the tree that lexbor parses.

Both follow the specification. OTHERWISE lists the cases in which their results differ.
"""

from __future__ import annotations

import base64
from random import Random
from typing import Final

import pytest
from page_stats_core.page.parse import parse_page
from page_stats_core.page.parse.charset import is_xhtml
from page_stats_core.page.parse.decode import decode
from page_stats_core.page.parse.words import count

from harness.fuzz.well_formed import page
from harness.parity.cases import SPEC, Case, load_cases
from harness.parity.oracle import read_tree

UTF8: Final = "text/html; charset=utf-8"
# Cases in which the second reader's result differs from our parser's result, each with the reason.
OTHERWISE: Final = {
    "foreign-end-tag-of-outer": "A tree builder ignores </svg> in an integration point. By §8.4 it closes the svg.",
    "links-svg-ignored-end-tag": "In a tree </a> leaves the svg open. By §8.4 it leaves the svg.",
    "links-svg-root-ends": "In a tree the end of the svg ends a link in it. By §10.15 only tags of an a do.",
    "visible-controls-end-tags": "A tree builder drops end tags without start tags. By §10.8 they separate words.",
    "visible-fallback-in-svg": "In a tree any HTML element can be unrendered, but by §10.4 none inside svg.",
    "visible-hidden-in-foreign-object": "In a tree any HTML element can be hidden, but by §10.4 none inside svg.",
    "visible-hidden-p-before-table": "Without a doctype (quirks mode) a table does not end a p. By §10.6 it does.",
    "visible-separating-elements": "A tree builder drops tags in the wrong place. By §10.2 they separate words.",
    "visible-separating-end-tags": "A tree builder drops end tags without start tags. By §10.2 they separate words.",
    "visible-shadow-root-in-svg": "In a tree a foreignObject can have shadow roots. By §10.14 nothing in svg can.",
}


def text_of(case: Case) -> str:
    """Return the decoded body of a parse case."""
    given = case.given
    body = given["body"].encode() if "body" in given else base64.b64decode(given["body_base64"])
    return "".join(decode(body, given["content_type"], lambda: None))


def is_plain(text: str) -> bool:
    """Whether every character of *text*, except blanks, continues a word (§11.2)."""
    return all(count([f"a{character}a"]) == 1 for character in set(text) - set(" \t\n\f\r"))


PLAIN: Final = [
    case
    for case in load_cases()
    if case.family == "parse" and not is_xhtml(case.given["content_type"]) and is_plain(text_of(case))
]


def test_pages_in_order() -> None:
    """Our parser and the second reader agree on 1,500 generated well-formed pages."""
    for seed in range(1500):
        text = page(Random(seed))
        assert parse_page(text.encode(), UTF8) == read_tree(text), text


@pytest.mark.parametrize("name", sorted(path.name for path in SPEC.glob("pages/*.html")))
def test_sample_pages(name: str) -> None:
    """Our parser and the second reader agree on each sample page."""
    body = (SPEC / "pages" / name).read_bytes()
    assert parse_page(body, UTF8) == read_tree(body.decode("utf-8", "replace"))


@pytest.mark.parametrize("case", PLAIN, ids=[case.name for case in PLAIN])
def test_cases(case: Case) -> None:
    """The second reader gives the expected result in exactly the cases that OTHERWISE does not list."""
    expect = case.expect
    agree = read_tree(text_of(case)) == (expect["title"], expect["word_count"], expect.get("link_word_count", 0))
    assert agree != (case.name in OTHERWISE), OTHERWISE.get(case.name)


def test_reasons_are_for_cases_that_exist() -> None:
    """Every case listed in OTHERWISE exists."""
    assert OTHERWISE.keys() <= {case.name for case in PLAIN}
