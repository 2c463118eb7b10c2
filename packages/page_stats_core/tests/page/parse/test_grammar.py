"""The regular expressions for markup."""

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
        """The match of a complete attribute ends where the HTML Standard ends the attribute."""
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
        """The match of a comment ends where the HTML Standard ends the comment."""
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
        """The start of a CDATA section matches ``BOGUS_COMMENT``, but not ``BOGUS_COMMENT_BUT_CDATA``."""
        assert _matched(BOGUS_COMMENT, "![CDATA[a]>") == "![CDATA[a]>"
        assert _matched(BOGUS_COMMENT_BUT_CDATA, "![CDATA[a]>") is None
