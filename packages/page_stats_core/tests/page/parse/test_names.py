"""Numbers for element names, and the count of open elements by number."""

from __future__ import annotations

import random
from array import array

from page_stats_core.page.parse.names import Numbers, Tally


class TestNumbers:
    def test_same_name_same_number(self):
        """Each name gets its own number and keeps it, even among 30,000 names."""
        numbers = Numbers()
        names = [f"é{number:x}" for number in range(30_000)] + ["a" * 100, ""]
        given = [numbers[name] for name in names]
        assert sorted(given) == list(range(len(names)))
        assert [numbers[name] for name in names] == given


class TestTally:
    def test_like_a_counter(self):
        """The tally counts open elements like a Counter and never goes below zero."""
        chance = random.Random(3)
        tally, expected = Tally(), dict.fromkeys(range(40), 0)
        for _ in range(5000):
            number = chance.randrange(40)
            if chance.random() < 0.02:
                tally.clear(array("I", (number for number, opened in expected.items() if opened)))
                expected = dict.fromkeys(expected, 0)
            elif chance.random() < 0.5:
                expected[number] += 1
                assert tally.add(number) == expected[number]
            else:
                assert tally.remove(number) == (expected[number] > 0)
                expected[number] -= expected[number] > 0
            assert tally.has(number) == (expected[number] > 0)
