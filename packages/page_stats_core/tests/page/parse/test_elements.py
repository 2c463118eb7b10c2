"""Folding element names to lower case, caching the results, and the sets of names."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.elements import BREAKOUT, FORMATTING, IMPLIED_END, RAW, SEPARATING, VOID, Memo, fold


class TestFold:
    @pytest.mark.parametrize(
        ("name", "folded"),
        [
            ("", ""),
            ("DiV", "div"),
            ("AÉK\u212a\u0130", "aÉk\u212a\u0130"),
            ("É", "É"),
            ("a\0", "a\ufffd"),
            ("\u017f", "\u017f"),
        ],
    )
    def test_ascii_only(self, name, folded):
        """Only ASCII letters are folded to lower case, and NUL becomes U+FFFD."""
        assert fold(name) == folded


class TestMemo:
    def test_remembers_what_is_short(self):
        """Short strings are cached, long strings are not cached, and the size of the cache is bounded."""
        asked = []
        memo = Memo(lambda key: asked.append(key) or len(key), {"known": 0})
        assert [memo["known"], memo["a"], memo["a"], memo["b" * 64], memo["b" * 64]] == [0, 1, 1, 64, 64]
        assert asked == ["a", "b" * 64, "b" * 64]
        assert [memo[str(number)] for number in range(5000)] == [len(str(number)) for number in range(5000)]
        assert len(memo) == 2000


class TestClasses:
    def test_names_are_folded(self):
        """Every name in the sets is in folded form."""
        for names in (
            BREAKOUT,
            FORMATTING,
            RAW,
            SEPARATING,
            VOID,
            *(implied.before for implied in IMPLIED_END.values()),
        ):
            assert all(fold(name) == name and name[0].isalpha() for name in names)
