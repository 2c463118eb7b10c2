"""Interpreting tags and text."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.content import Content


def _content(*tags: str, xhtml: bool = False) -> Content:
    """Process tags (in angle brackets) and text, and return the content."""
    content = Content(xhtml=xhtml)
    for tag in tags:
        if tag.startswith("</"):
            content.end_tag(tag[2:-1])
        elif tag.startswith("<"):
            name, _, attributes = tag[1:-1].partition(" ")
            content.start_tag(name.rstrip("/"), attributes, self_closing=tag.endswith("/>"))
        else:
            content.read_text(tag)
    content.text.flush()
    return content


def _words(*tags: str, xhtml: bool = False) -> int:
    return _content(*tags, xhtml=xhtml).text.counts.total()


class TestStartTag:
    @pytest.mark.parametrize("name", ["script", "style", "title", "textarea", "xmp", "iframe", "noscript", "plaintext"])
    def test_content_is_no_markup(self, name):
        """An element such as script contains text, not markup, unless it is in svg or is self-closing in XHTML."""
        assert Content(xhtml=False).start_tag(name, "", self_closing=True)
        assert not Content(xhtml=True).start_tag(name, "", self_closing=True)
        assert not _content("<svg>").start_tag(name, "", self_closing=False)
        assert _content("<svg>", "<desc>").start_tag(name, "", self_closing=False)

    @pytest.mark.parametrize("name", ["p", "br", "svg", "template"])
    def test_content_is_markup(self, name):
        """The content of other elements is markup."""
        assert not Content(xhtml=False).start_tag(name, "", self_closing=False)

    def test_self_closing_root(self):
        """A self-closing svg or math tag does not open an element."""
        assert not _content("<svg/>").foreign.flags
        assert not _content("<svg/>", xhtml=True).foreign.flags
        assert _content("<svg>").foreign.flags


class TestEndTag:
    def test_template(self):
        """A template ends at its end tag, and an end tag without an open template is ignored."""
        assert _words("</template>", "<template>", "a", "</template>", "b") == 1

    def test_region_ended_by_outer_element_separates(self):
        """A hidden region separates words if it ends at the end tag of an outer element, but not at its own end tag."""
        assert _words("<div>", "a", "<p hidden>", "b" * 9, "</div>", "c") == 2
        assert _words("<div>", "a", "<p hidden>", "b" * 9, "</p>", "c") == 1

    def test_foreign_elements_do_not_end_a_region(self):
        """In a hidden region, an end tag that closes an svg element does not end the region."""
        assert _words("a", "<div hidden>", "<svg>", "<x>", "</x>", "b", "</svg>", "c", "</div>", "d") == 1


class TestTitle:
    def test_first(self):
        """The first title outside a template is the title of the page."""
        content = _content("<template>")
        content.set_title("a")
        assert content.title is None
        content.end_tag("template")
        content.set_title("b")
        content.set_title("c")
        assert content.title == "b"


class TestText:
    def test_silent(self):
        """Neither text nor CDATA counts in a template or in a silent element, such as a title in svg."""
        for tags in (["<svg>", "<title>"], ["<math>", "<annotation>"], ["<template>"]):
            content = _content(*tags)
            content.read_text("a")
            content.read_as_is("a")
            content.text.flush()
            assert content.text.counts.total() == 0
