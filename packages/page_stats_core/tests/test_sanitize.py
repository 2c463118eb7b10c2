"""Sanitizing untrusted text (§12)."""

from __future__ import annotations

import random
import sys
import unicodedata

import pytest
from page_stats_core.sanitize import LOOKED_AT, clean

REMOVED = {
    *(0xAD, 0x034F, 0x061C, 0x200B, 0x200E, 0x200F, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFFF0, 0xFFF9),
    *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B),
}
# Removed between two Latin letters, but kept elsewhere (§12.3).
MISPLACED = {0x115F, 0x1160, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000)}
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

MIX = "aé1# -葛ᠭ\u1100👨❤\U0001f3f4\u0301\u115f\u180b\u180e\u200c\u200d\ufe0e\ufe0f\U000e0067\U000e007f\U000e0101\u200b"


class TestClean:
    def test_every_character(self):
        """Each character between two letters is removed, folded, replaced or kept as §12.1 and §12.3 say."""
        for code in range(sys.maxunicode + 1):
            char = chr(code)
            if code in WHITE_SPACE:
                expected = "a b"
            elif code in REMOVED or code in MISPLACED or unicodedata.category(char) == "Cc":
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
            ("\u200b", ""),
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

    @pytest.mark.parametrize("filler", [" ", "\u200e", "\x00", "\ufe0f"])
    def test_looks_at_the_beginning(self, filler):
        """Only the first 4,096 code points are looked at, however many of them are removed."""
        assert clean(filler * (LOOKED_AT - 2) + "abc", 5) == "ab"
        assert clean(filler * LOOKED_AT + "abc", 5) == ""

    def test_is_stable_with_invisible_characters(self):
        """Cleaning twice has no further effect on any mix of visible and invisible characters."""
        chance = random.Random(12)
        for _ in range(5000):
            text = "".join(chance.choices(MIX, k=12))
            once = clean(text, chance.choice((5, 99)))
            assert clean(once, 99) == once, ascii(text)
