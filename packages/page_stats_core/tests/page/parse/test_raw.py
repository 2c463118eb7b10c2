"""The content of raw elements, such as script and title."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse import raw
from page_stats_core.page.parse.source import SLICE, Source


def _source(text: str) -> Source:
    return Source(text[start : start + 10_000] for start in range(0, len(text), 10_000))


def _rest(source: Source) -> str:
    return source.text[source.at :] if source.fill() else ""


class TestContent:
    @pytest.mark.parametrize("end", ["</style>", "</STYLE ", "</sTyle/", "</style\n"])
    @pytest.mark.parametrize("length", [0, 1, *range(SLICE - 10, SLICE + 2)])
    def test_ends(self, length, end):
        """The content of an element ends at the element's own end tag, wherever slices end."""
        source = _source("<" * length + end)
        assert "".join(raw.content(source, "style")) == "<" * length
        assert _rest(source) == end[-1]

    @pytest.mark.parametrize("text", ["", "</styl", "</style", "</styles>", "</ style>", "</\u017ftyle>"])
    def test_does_not(self, text):
        """Without the element's end tag, the content is all text that follows."""
        source = _source(text)
        assert "".join(raw.content(source, "style")) == text
        assert not source.fill()


class TestSkipScript:
    @pytest.mark.parametrize(
        "script",
        [
            "",
            "a",
            "</scripts>",
            "<!--",
            "<!-- <script </script>",
            "<!-- <script> -->",
            "<!-- <script> </script> <script/> </script>",
            "<!-- <scripts>",
            "<!--><script>",
            "<!---><script>",
            "<!-- <!--><script>",
            "<!-- <!-- <script></script>",
            "--><script>",
            "<!-- <script> <script> </script>",
        ],
    )
    @pytest.mark.parametrize("filling", ["", "-" * SLICE, "<" * (SLICE - 5)])
    def test_ends(self, script, filling):
        """A script ends at the first end tag that does not close a nested script after "<!--"."""
        source = _source(script + filling + "</Script>a</script>")
        raw.skip_script(source)
        assert _rest(source) == ">a</script>"

    @pytest.mark.parametrize("script", ["</script", "<!-- <script> </script>", "<!-- <script> --", "<!--<script>"])
    def test_does_not(self, script):
        """Without its end tag, a script continues to the end of the page."""
        source = _source(script)
        raw.skip_script(source)
        assert not source.fill()


class TestTitle:
    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("a</title>", "a"),
            (" \n ", ""),
            (" a \u3000 b ", "a b"),
            ("a\x1f b", "a\x1f b"),
            ("a&nbsp;&nbsp;b&#32;", "a b"),
            ("&am", "&am"),
            ("&#65", "A"),
            ("a\0&#0;", "a\ufffd\ufffd"),
            ("<![CDATA[a]]>", "<![CDATA[a]]>"),
        ],
    )
    def test_html(self, text, title):
        """In a title, references are replaced, white space is collapsed, and both ends are trimmed."""
        assert raw.title(_source(text), xhtml=False) == title

    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("a<![CDATA[</title>&amp;\0]]>b&amp;</title>", "a</title>&amp;\ufffdb&"),
            (" <![CDATA[ a ]]> <![CDATA[]]> b", "a b"),
            ("a&am<![CDATA[p;]]>", "a&amp;"),
            ("<![CDATA[a]]", "a]]"),
            ("<![cdata[a]]>", "<![cdata[a]]>"),
        ],
    )
    def test_xhtml(self, text, title):
        """In a CDATA section of an XHTML title, NUL is replaced and references are not replaced."""
        assert raw.title(_source(text), xhtml=True) == title

    @pytest.mark.parametrize("shift", range(10))
    def test_slices(self, shift):
        """The title does not depend on where slices end."""
        text = "a" * shift + " " * (SLICE - 40) + "&amp;\u3000 b " * 900
        assert raw.title(_source(text), xhtml=False) == ("a" * shift + " & b" * 900).strip()

    def test_long(self):
        """A long title takes no more memory than its first 4,096 characters (§9.1)."""
        assert raw.title(_source("a" * (3 * SLICE) + "</title>b"), xhtml=False) == "a" * 4096


class TestCdata:
    def test_ends(self):
        """A CDATA section ends at the first "]]>"."""
        source = _source("]]]>a")
        assert "".join(raw.cdata(source)) == "]"
        assert _rest(source) == "a"
