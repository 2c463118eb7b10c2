"""HTML attributes that affect the title or the word count."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.attributes import (
    LongTag,
    breaks_out,
    hides,
    is_display_none,
    is_html_annotation,
    read_long,
)
from page_stats_core.page.parse.source import SLICE, Source

FAR = SLICE + 100


def _read(text: str) -> LongTag | None:
    return read_long(Source(text[start : start + 10_000] for start in range(0, len(text), 10_000)))


class TestHides:
    @pytest.mark.parametrize(
        "attributes",
        [
            " hidden",
            " HIDDEN=''",
            "/hidden=until-found ",
            " style=display:none",
            ' style="color: red;\n DISPLAY : None ! important; display: NONE\t!important"',
            " style='display:block;display:none;'",
            " id=1 id=2 hidden",
        ],
    )
    def test_hides(self, attributes):
        """An element is hidden by a ``hidden`` attribute, or by a style whose last ``display`` value is ``none``."""
        assert hides(attributes)

    @pytest.mark.parametrize(
        "attributes",
        [
            " aria-hidden=true",
            " x=hidden",
            ' title="a hidden display:none"',
            " =hidden",
            " style",
            " style=''",
            " style='display:none;display:block'",
            " style='display:none;display:'",
            " style='display:none x'",
            " style='display:none!important!important'",
            " style='-display:none'",
            " style='display:none;display'",
            " style=a style=display:none",
            " data-style=display:none",
            " style='d\u0131splay:none'",
        ],
    )
    def test_does_not(self, attributes):
        """Other attributes do not hide an element."""
        assert not hides(attributes)


class TestIsDisplayNone:
    @pytest.mark.parametrize("length", range(1, 12))
    @pytest.mark.parametrize(
        "style", ["a:b; display : none !important ;c", "display:none;display:block", "x" * 99 + ";display:none"]
    )
    def test_pieces(self, style, length):
        """The meaning of a style does not depend on how its value is split into pieces."""
        pieces = [style[start : start + length] for start in range(0, len(style), length)]
        assert is_display_none(pieces) == is_display_none([style])

    def test_blanks(self):
        """Any number of blanks is allowed between the parts of a declaration."""
        blanks = " \n" * 10_000
        assert is_display_none(f"{blanks}display{blanks}:{blanks}none{blanks}!important{blanks}")
        assert not is_display_none(f"display:none{blanks}x")


class TestForeign:
    def test_breaks_out(self):
        """A font start tag ends foreign content (svg or math) if it has a color, face or size attribute."""
        assert [breaks_out(attributes) for attributes in ("", " colors", " Color", " x face=''", " size=1")] == [
            *(False, False),
            *(True, True, True),
        ]

    def test_is_html_annotation(self):
        """An annotation-xml element contains HTML if its encoding is text/html or application/xhtml+xml."""
        encodings = ("Text/HTML", "'application/xhtml+xml'", "' text/html'", "text/plain", "")
        assert [is_html_annotation(f" encoding={encoding}") for encoding in encodings] == [
            True,
            True,
            False,
            False,
            False,
        ]
        assert not is_html_annotation(" encoding=x encoding=text/html")


class TestReadLong:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (">", LongTag("", self_closing=False)),
            (" />", LongTag("", self_closing=True)),
            (" / >", LongTag("", self_closing=False)),
            (" hidden color=red x=y/>", LongTag('hidden="" color=""', self_closing=False)),
            (" hidden=1/ hidden/>", LongTag('hidden=""', self_closing=True)),
            (" style=display:none style=x>", LongTag('style="display:none"', self_closing=False)),
            (" style=x style=display:none>", LongTag('style=""', self_closing=False)),
            (" encoding='Text/Html' size>", LongTag('encoding="text/html" size=""', self_closing=False)),
            (" encoding='text/html '>", LongTag('encoding=""', self_closing=False)),
        ],
    )
    @pytest.mark.parametrize(
        "far",
        [
            "",
            " " * FAR,
            " x" * FAR,
            f" {'x' * FAR}",
            f" x={'y' * FAR}",
            f" x='{'>' * FAR}' ",
            f" x{' ' * FAR}={' ' * FAR}y",
        ],
    )
    def test_behind_anything(self, far, text, expected):
        """Relevant attributes are found after attributes of any length, and reading continues after the tag."""
        source = Source(iter([far + text + "rest"]))
        assert read_long(source) == expected
        assert source.take("r")

    def test_long_values(self):
        """Long values are read completely, and an attribute whose name only starts with a relevant name is ignored."""
        for text, attributes in (
            (f" style='{'a:b;' * FAR}display:none'", 'style="display:none"'),
            (f" style=display:none;{'a:b;' * FAR}", 'style="display:none"'),
            (f" hidden{'n' * FAR} color={'x' * FAR}", 'color=""'),
            (f" encoding=text/html{' ' * FAR}", 'encoding="text/html"'),
            (f" encoding='text/html{'x' * FAR}'", 'encoding=""'),
        ):
            assert _read(f"{text}>") == LongTag(attributes, self_closing=False)

    @pytest.mark.parametrize(
        "text", ["", " ", "/", " a", " a=", " a= ", " a=b", " a='b", f" a='{'b>' * FAR}", f" {'a' * FAR}", " a=b "]
    )
    def test_cut(self, text):
        """A tag cut off by the end of the input is dropped."""
        assert _read(text) is None
