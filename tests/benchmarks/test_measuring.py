"""The rows of a benchmark's results: targets, ratios and how a row is printed."""

from __future__ import annotations

import pytest

from benchmarks.measuring import Row


class TestRow:
    @pytest.mark.parametrize(
        ("row", "judged", "missed"),
        [
            (Row("a", 3, "ms"), 3, False),
            (Row("a", 3, "ms", target=3), 3, False),
            (Row("a", 3, "ms", target=2), 3, True),
            (Row("a", 3, "ms", peer=2, target=2), 3, True),
            (Row("a", 3, "ms", peer=2, target=1.5, of_ratio=True), 1.5, False),
            (Row("a", 3, "ms", peer=2, target=1, of_ratio=True), 1.5, True),
        ],
        ids=["without a target", "met", "missed", "beside a peer", "ratio met", "ratio missed"],
    )
    def test_missed(self, row: Row, judged: float, missed: bool) -> None:
        """A row misses its target if its value, or its ratio if of_ratio is set, exceeds the target."""
        assert (row.judged, row.missed) == (judged, missed)

    def test_ratio(self) -> None:
        """A row has a ratio if its value for a peer (an alternative to our tool) is given and is not 0."""
        assert Row("a", 3, "ms", peer=2).ratio == 1.5
        assert Row("a", 3, "ms", peer=0).ratio is None
        assert Row("a", 3, "ms").ratio is None

    def test_text(self) -> None:
        """A row is printed on one line, which leaves out the values that the row does not have."""
        text = str(Row("a", 3, "ms", peer=2, target=1, of_ratio=True))
        assert text.split() == ["a", "3.000", "ms", "peer", "2.000", "ms", "ratio", "1.50", "target", "1×", "MISSED"]
