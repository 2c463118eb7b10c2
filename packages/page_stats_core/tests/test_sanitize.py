"""Sanitizing untrusted text (§12)."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from page_stats_core.sanitize import clean

MARKS = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
WHITE_SPACE = [
    *range(0x9, 0xE),
    0x20,
    0x85,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
]


class TestClean:
    def test_every_character(self):
        """Each character is removed, folded, replaced or kept as §12.1 says."""
        for code in range(sys.maxunicode + 1):
            char = chr(code)
            if code in WHITE_SPACE:
                expected = "a b"
            elif code in MARKS or unicodedata.category(char) == "Cc":
                expected = "ab"
            elif 0xD800 <= code <= 0xDFFF:
                expected = "a\ufffdb"
            else:
                expected = f"a{char}b"
            assert clean(f"a{char}b", 9) == expected, hex(code)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (" \t a \n\u3000 b\r\n", "a b"),
            ("a \u202e \x00 b", "a b"),
            ("\u200e a", "a"),
            (" \x00 \u2066 ", ""),
            ("", ""),
            ("\ud83d\ude42", "\ufffd\ufffd"),
            ("\u200b", "\u200b"),
        ],
    )
    def test_removes_before_it_folds(self, text, expected):
        """Removing a character leaves no double space, and the two surrogates of a pair are replaced separately."""
        assert clean(text, 99) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("abcde", "abcde"),
            ("abcdef", "abcd…"),
            ("🙂" * 5, "🙂" * 5),
            ("🙂" * 6, "🙂" * 4 + "…"),
            ("  abcde  ", "abcde"),
            ("abc   def", "abc …"),
        ],
    )
    def test_cuts(self, text, expected):
        """Cleaned text over the limit is cut to the limit, with an ellipsis as its last code point."""
        assert clean(text, 5) == expected

    def test_is_stable(self):
        """Cleaning twice has no further effect."""
        for text in ("abc   def", " a\u202eb ", "x" * 99, "\ud800"):
            assert clean(clean(text, 5), 5) == clean(text, 5)

    @pytest.mark.parametrize("gap", [65_530, 65_535, 65_536, 65_537, 200_000])
    @pytest.mark.parametrize("filler", [" ", "\u200e", "\x00"])
    def test_looks_at_long_text_in_slices(self, filler, gap):
        """Two words are both kept, however many spaces or removed characters are between them."""
        space = " " if filler == " " else ""
        assert clean(f"ab{filler * gap}cd ", 5) == f"ab{space}cd"
        assert clean(filler * gap + "abcdef" + filler * gap, 5) == "abcd…"
