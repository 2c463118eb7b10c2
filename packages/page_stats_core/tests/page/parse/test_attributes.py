"""HTML attributes that affect the title or the word count."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.attributes import (
    LongTag,
    Says,
    breaks_out,
    is_html_annotation,
    is_shown_control,
    read_long,
    says,
    shadow_root_mode,
)
from page_stats_core.page.parse.source import SLICE, Source

FAR = SLICE + 100


def _read(text: str) -> LongTag | None:
    return read_long(Source(text[start : start + 10_000] for start in range(0, len(text), 10_000)))


class TestSays:
    @pytest.mark.parametrize(
        ("attributes", "expected"),
        [
            ("", Says()),
            (" aria-hidden=true x=hidden title='a hidden display:none' =hidden", Says()),
            (" HIDDEN=''", Says(hidden="")),
            ("/hidden=Until-&#102;ound ", Says(hidden="until-found")),
            (" style='display:&#110;one' popover=auto", Says(display="none", popover=True)),
            (" open style=visibility:collapse", Says(visibility="hidden", open=True)),
            (" style=a style=display:none", Says()),
        ],
    )
    def test_says(self, attributes, expected):
        """Five attributes say whether the text of an element is shown."""
        assert says(attributes) == expected

    def test_control(self):
        """An audio element is shown if it has controls, and an input element is shown unless its type is hidden."""
        assert [is_shown_control("audio", attributes) for attributes in ("", " x=controls", " CONTROLS")] == [
            *(False, False, True),
        ]
        values = ("", "HIDDEN", "&#104;idden", "'hidden '")
        assert [is_shown_control("input", f" type={value}") for value in values] == [
            *(True, False, False, True),
        ]

    def test_shadow_root_mode(self):
        """The shadow root mode of a template is open, closed or none."""
        modes = ("open", "Closed", "'open '", "&#111;pen", "x")
        assert [shadow_root_mode(f" shadowrootmode={mode}") for mode in modes] == ["open", "closed", "", "open", ""]


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
            (" style=display:none style=x>", LongTag('style="display:none;visibility:"', self_closing=False)),
            (" style=x style=display:none>", LongTag('style="display:;visibility:"', self_closing=False)),
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
            (f" style='{'a:b;' * FAR}display:none'", 'style="display:none;visibility:"'),
            (f" style=display:none;{'a:b;' * FAR}", 'style="display:none;visibility:"'),
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
