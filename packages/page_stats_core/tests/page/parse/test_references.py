"""Character references."""

from __future__ import annotations

import html
import random

import pytest
from page_stats_core.page.parse.references import replace, split_cut, uncut
from page_stats_core.page.parse.tables import load

NAMES = load("entities")["names"]
PIECES = [
    "&",
    "#",
    "x",
    "X",
    "0" * 70,
    "41",
    "9" * 80,
    ";",
    "amp",
    "not",
    "in",
    "notin",
    "hellip",
    "z" * 70,
    "a",
    " ",
    "é",
]


class TestReplace:
    def test_every_name(self):
        """Every name in the table is replaced, even if it occurs twice in a row."""
        assert len(NAMES) == 2231
        for name, text in NAMES.items():
            assert replace(f"&{name}&{name} ") == text * 2 + " "

    def test_names_without_semicolon(self):
        """Exactly 106 names are replaced without a semicolon, even if letters follow."""
        bare = [name for name in NAMES if not name.endswith(";")]
        assert len(bare) == 106
        for name in bare:
            assert replace(f"&{name}zzz;") == f"{NAMES[name]}zzz;"

    def test_every_number(self):
        """A numeric reference becomes the result of ``html.unescape``, or of ``chr`` if ``html.unescape`` drops it."""
        for number in [*range(0x300), 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10FFFF, 0x110000, 0xFFFFFFFFF]:
            for reference in (f"&#{number};", f"&#x{number:x};", f"&#X{number:X};", f"&#000{number};"):
                theirs = html.unescape(reference)
                assert replace(reference) == (theirs or chr(number))

    @pytest.mark.parametrize("text", ["&", "&;", "&#", "&#;", "&#x;", "&#xg;", "&é;", "& amp;", "&1amp;", "&zzz;"])
    def test_none(self, text):
        """Text with an ampersand but without a valid reference is unchanged."""
        assert replace(text) == text

    def test_once(self):
        """The result of a replacement is not replaced again."""
        assert replace("&amp;amp;&#38;#38;") == "&amp;&#38;"


class TestUncut:
    def test_cut_anywhere(self):
        """The result of replacing references does not depend on how the text is split."""
        chance = random.Random(7)
        for _ in range(5000):
            text = "".join(chance.choices(PIECES, k=chance.randrange(8)))
            pieces, start = [], 0
            while start < len(text):
                length = chance.choice((1, 2, 3, 40, 100))
                pieces.append(text[start : start + length])
                start += length
            assert "".join(map(replace, uncut(pieces))) == replace(text), ascii(text)


class TestSplitCut:
    @pytest.mark.parametrize("digits", ["0", "1", "123456789"])
    def test_long_numbers_are_kept_short(self, digits):
        """A long numeric reference at the end of a piece is shortened to a few digits."""
        for start in ("&#", "&#x"):
            whole, cut = split_cut("a" + start + digits * 30_000)
            assert whole == "a"
            assert len(cut) < 20

    def test_long_names_are_no_names(self):
        """A name that is too long for a reference is not kept back for the next piece."""
        assert split_cut("&" + "a" * 100) == ("&" + "a" * 100, "")
