"""Possessive groups in regular expressions, on every supported Python version."""

import re
import sys
from pathlib import Path

import page_stats_core
import pytest
from page_stats_core.page.patterns import possessive

SOURCES = sorted(Path(page_stats_core.__file__).parent.rglob("*.py"))
WAYS = [True, False] if sys.version_info >= (3, 11, 5) else [False]
GROUP = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+")


@pytest.mark.parametrize("native", WAYS)
class TestPossessive:
    def test_gives_nothing_back(self, native):
        """A possessive group does not backtrack."""
        assert re.fullmatch(possessive("ab|a", native=native) + "b", "aab") is None
        assert re.fullmatch(possessive("a|b", native=native) + "c", "abac")

    def test_takes_whole_ones(self, native):
        """An incomplete repetition is not part of the match (CPython issues 100061 and 106052)."""
        assert re.match(possessive("ab?c", native=native), "acabcab")[0] == "acabc"
        assert re.match(possessive("(?!c).", native=native), "abcd")[0] == "ab"

    def test_once(self, native):
        """The group matches at most once if a question mark follows it."""
        assert re.match(possessive("ab", "?", native=native), "abab")[0] == "ab"
        assert re.match(possessive("(a)|b", "?", native=native), "c")[0] == ""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_groups(path):
    """Only the module ``patterns`` writes possessive groups, because Python before 3.11.5 matches them wrongly."""
    assert path.stem == "patterns" or not GROUP.search(path.read_text("utf-8"))
