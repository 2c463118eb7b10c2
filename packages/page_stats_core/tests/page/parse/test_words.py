"""Counting words."""

from __future__ import annotations

import random
import unicodedata

import pytest
from page_stats_core.page.parse.counts import Counts, Words
from page_stats_core.page.parse.words import count, is_white_space, tokens

WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"
NO_WHITE_SPACE = "\x00\x1c\x1d\x1e\x1f\u180e\u200b\u2060\ufeff\u00ad"
ALPHABET = [
    *"a1é—!.、。",
    *"中文かㄅ",
    *"カター",
    *"กขພ",
    *"កမ",
    *" \u3000\u2003",
    *("\x1f", "\u200b", "\u2060", "\u0301", "\u3099", "\u1025", "\u102e"),
    "\ufffd",
    "\U0001f600",
    "\U00020000",
]
# Each character that is not both composed and decomposed, with its two forms.
EQUIVALENT = [
    forms
    for character in map(chr, range(0x110000))
    if len(forms := {character, *(unicodedata.normalize(form, character) for form in ("NFC", "NFD"))}) > 1
]


def _count(text: str) -> int:
    words = Words()
    words.read(text)
    return words.total()[0]


class TestTokens:
    @pytest.mark.parametrize("space", WHITE_SPACE)
    def test_white_space(self, space):
        """Each white space character separates words."""
        assert is_white_space(space)
        assert tokens(f"{space}a{space}{space}b\x1f{space}") == ["a", "b\x1f"]
        assert _count(f"a{space}b") == 2

    @pytest.mark.parametrize("character", NO_WHITE_SPACE)
    def test_no_white_space(self, character):
        """Characters that only some programming languages treat as white space do not separate words."""
        assert not is_white_space(character)
        assert tokens(f"a{character}b") == [f"a{character}b"]
        assert _count(f"a{character}b") == 1


class TestCount:
    @pytest.mark.parametrize(
        ("token", "words"),
        [
            ("—", 1),
            ("中", 1),
            ("中。", 1),
            ("中a。b文", 3),
            ("カタ中カ", 3),
            ("กขคง", 1),
            ("กขคงจ", 2),
            ("ក" * 6, 1),
            ("ក" * 7, 2),
            ("กກ", 1),
            ("กក", 2),
            ("中\x86文", 2),
            ("\u2060", 0),
            ("カ\u200bカ", 2),
            ("か\u3099", 1),
        ],
    )
    def test_pieces(self, token, words):
        """Each part of a token is counted by the rule for the characters in that part."""
        assert count([token]) == words


class TestCanonicalEquivalence:
    @pytest.mark.parametrize(
        "around", ["{}", "中{}", "{}中", "中!{}", "カ{}カ", "กกกก{}ก", "ကကကကက{}က", "\u1025{}\u102e"]
    )
    def test_composed_and_decomposed(self, around):
        """Each character, its composed form and its decomposed form count as the same number of words (§11.5)."""
        for forms in EQUIVALENT:
            assert len({_count(around.format(form)) for form in forms}) == 1, ascii(forms)


class TestWords:
    def test_cut_anywhere(self):
        """The count does not depend on how the text is split."""
        chance = random.Random(11)
        for _ in range(3000):
            text = "".join(
                chance.choice(ALPHABET) * chance.choice((1, 1, 1, 2, 70)) for _ in range(chance.randrange(12))
            )
            words = Words()
            start = 0
            while start < len(text):
                length = chance.choice((1, 2, 5, 60, 200))
                words.read(text[start : start + length])
                start += length
            assert words.total()[0] == _count(text), ascii(text)

    @pytest.mark.parametrize(
        ("unit", "words"), [("a", 1), ("—", 1), ("中", 90_000), ("カ", 1), ("ก", 22_500), ("ក", 15_000)]
    )
    def test_endless_token(self, unit, words):
        """At most 64 characters of a token that never ends are kept in memory."""
        endless = Words()
        for _ in range(9000):
            endless.read(unit * 10)
            assert len(endless.open) <= 64
        assert endless.total()[0] == words


class TestCounts:
    @pytest.mark.parametrize(
        ("texts", "total"),
        [
            ([("a b ", False), ("c ", True), ("d", False)], 3),
            ([("a", False), (" b ", True), ("c", False)], 1),
            ([("a" + " b" * 9, True)], 10),
            ([("a ", False), ("b " * 9, True)], 1),
            ([("a ", False), ("b " * 10, True)], 11),
            ([], 0),
        ],
    )
    def test_hidden(self, texts, total):
        """Hidden words count if fewer than a tenth of all words are visible. Hidden text never separates words."""
        counts = Counts()
        for text, hidden in texts:
            counts.read(text, hidden=hidden)
        assert counts.total() == total
