"""The data tables of the parser."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from page_stats_core.page.parse.tables import character_class, load

LETTERS = ("one_word_each", "katakana", "four_letters_a_word", "six_letters_a_word")


def _code_points(name: str) -> set[int]:
    found = set()
    for span in load("characters")["classes"][name]["ranges"]:
        first, _, last = span.partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


class TestCharacterClass:
    def test_ranges(self):
        """A range of code points becomes a character range of a regular expression, including both ends."""
        matches = re.compile(f"[{character_class(['0041-0043', '005D', '10FFFF'])}]").match
        assert [c for c in "@ABCD\\]^-" if matches(c)] == ["A", "B", "C", "]"]
        assert matches("\U0010ffff")


class TestLoad:
    @pytest.mark.parametrize("name", ["characters", "encodings", "entities", "labels"])
    def test_says_where_it_comes_from(self, name):
        """Each table has a description."""
        assert load(name)["about"]

    def test_classes_of_letters_do_not_overlap(self):
        """A character is in at most one class of letters, and letters are neither white space nor punctuation."""
        others = _code_points("punctuation") | _code_points("white_space")
        for one, other in combinations(map(_code_points, LETTERS), 2):
            assert not one & other
            assert not (one | other) & others

    def test_sizes_of_indexes(self):
        """Each index has as many characters as in the Encoding Standard."""
        sizes = {name: len("".join(rows).replace("\ufffd", "")) for name, rows in load("encodings")["indexes"].items()}
        assert sizes == {"big5": 18_590, "euc-kr": 17_048, "gb18030": 23_940, "jis0208": 7_724, "jis0212": 6_067}

    def test_labels(self):
        """The table has 228 different labels for 40 encodings."""
        encodings = load("labels")["labels"]
        labels = [label for own in encodings.values() for label in own]
        assert (len(encodings), len(labels), len(set(labels))) == (40, 228, 228)
