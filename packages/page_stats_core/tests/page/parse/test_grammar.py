"""Markup as regular expressions."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.grammar import ATTRIBUTE, BOGUS_COMMENT, BOGUS_COMMENT_BUT_CDATA, COMMENT, pattern


def _matched(form: str, text: str) -> str | None:
    match = pattern(f"(?:{form})").match(text)
    return match and match[0]


class TestAttribute:
    @pytest.mark.parametrize(
        ("text", "matched"),
        [
            ("a>", "a"),
            ("/ a/", "/ a"),
            ("a =b>", "a =b"),
            ("a = 'b>' c", "a = 'b>'"),
            ('a="b"c', 'a="b"'),
            ("a=b'c>", "a=b'c"),
            ("a=>", "a="),
            ("=a=b>", "=a=b"),
            ('"a">', '"a"'),
            ("a b>", "a"),
        ],
    )
    def test_complete(self, text, matched):
        """A complete attribute is read as in the standard."""
        assert _matched(ATTRIBUTE, text) == matched

    @pytest.mark.parametrize("text", ["", ">", " ", "a", "a ", "a=", "a =", "a= ", "a=b", "a='b", 'a="b', "a='"])
    def test_incomplete(self, text):
        """Incomplete attributes and other text do not match."""
        assert _matched(ATTRIBUTE, text) is None


class TestComment:
    @pytest.mark.parametrize(
        "text", ["!-->", "!--->", "!---->", "!--a-->", "!--a--!>", "!---!-->", "!------>", "!-- -- > --!>"]
    )
    def test_complete(self, text):
        """A comment ends where the standard ends it."""
        assert _matched(COMMENT, text + " -->") == text

    @pytest.mark.parametrize("text", ["!-", "!--", "!---", "!--a->", "!--a--", "!--a--!", "!--!>"])
    def test_incomplete(self, text):
        """A comment without an end does not match."""
        assert _matched(COMMENT, text) is None


class TestBogusComment:
    @pytest.mark.parametrize("text", ["/>", "/ a>", "/3>", "?>", "?a ?>", "!>", "!a>", "!->"])
    def test_complete(self, text):
        """A bogus comment ends with the next ">"."""
        assert _matched(BOGUS_COMMENT, text + ">") == text
        assert _matched(BOGUS_COMMENT_BUT_CDATA, text + ">") == text

    @pytest.mark.parametrize("text", ["/", "/a>", "?", "!", "!--a>", "a>"])
    def test_none(self, text):
        """End tags, comments and incomplete bogus comments do not match."""
        assert _matched(BOGUS_COMMENT, text) is None

    def test_cdata(self):
        """A CDATA section matches only the pattern that includes it."""
        assert _matched(BOGUS_COMMENT, "![CDATA[a]>") == "![CDATA[a]>"
        assert _matched(BOGUS_COMMENT_BUT_CDATA, "![CDATA[a]>") is None
