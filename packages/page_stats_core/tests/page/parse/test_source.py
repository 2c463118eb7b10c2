"""The source, which holds a window of the page's text."""

from __future__ import annotations

import re

import pytest
from page_stats_core.page.parse.source import MARGIN, SLICE, Source

LETTERS = re.compile("[a-z]*+")
END = re.compile("</end>")


def _source(*pieces: str) -> Source:
    return Source(iter(pieces))


def _in_pieces(text: str, length: int) -> list[str]:
    return [text[start : start + length] for start in range(0, len(text), length)]


class TestFill:
    def test_tells_whether_text_is_left(self):
        """``fill`` returns False at the end of the text."""
        source = _source("", "ab", "")
        assert source.fill()
        source.at = 2
        assert not source.fill()

    def test_more_than_a_slice(self):
        """After ``fill``, the window contains more than a slice and its margin, or all remaining text."""
        source = _source(*_in_pieces("a" * 200_000, 1000))
        while source.fill():
            follows = len(source.text) - source.at
            assert follows > SLICE + MARGIN or source.slice_end() == len(source.text)
            source.at = source.slice_end()

    def test_window_is_bounded(self):
        """Text that was read is dropped, so the window stays small."""
        source = _source(*_in_pieces("a" * 1_000_000, SLICE))
        while source.fill():
            assert len(source.text) <= 3 * SLICE + MARGIN
            source.at += 1000

    def test_decodes_no_more_than_needed(self):
        """A piece is decoded only when it is needed."""
        asked = []
        source = Source(asked.append(number) or "a" * SLICE for number in range(10))
        source.fill()
        assert asked == [0, 1]


class TestTake:
    def test_takes_the_character_that_comes(self):
        """``take`` reads a character only if that character comes next."""
        source = _source("a", "b")
        assert not source.take("b")
        assert source.take("a")
        assert source.take("b")
        assert not source.take("")
        assert not source.take("b")


class TestNextCharacter:
    def test_at_the_end(self):
        """``next_character`` returns an empty string at the end of the text."""
        source = _source("é")
        assert [source.next_character(), source.next_character()] == ["é", ""]


class TestRun:
    @pytest.mark.parametrize("length", [0, 1, SLICE - 1, SLICE, SLICE + 1, 3 * SLICE])
    @pytest.mark.parametrize("end", ["", "!", "!a"])
    def test_any_length(self, length, end):
        """A run of matching characters is read completely, even if longer than a slice."""
        source = _source(*_in_pieces("a" * length + end, 5000))
        assert "".join(source.run(LETTERS)) == "a" * length
        assert source.take("!") == bool(end)


class TestUpTo:
    @pytest.mark.parametrize("length", [0, 1, *range(SLICE - 8, SLICE + 8), 2 * SLICE - 3])
    def test_delimiter_anywhere(self, length):
        """A delimiter is found even if a slice ends within it, and reading continues after the delimiter."""
        source = _source(*_in_pieces("<" * length + "</end>a", 5000))
        assert "".join(source.up_to(END)) == "<" * length
        assert source.delimiter == "</end>"
        assert source.take("a")

    def test_without_delimiter(self):
        """Without a delimiter, all remaining text is read."""
        source = _source("a</en", "d")
        assert "".join(source.up_to(END)) == "a</end"
        assert source.delimiter == ""
        assert not source.fill()


class TestSkip:
    def test_past_and_run(self):
        """``skip_run`` skips matching characters, and ``skip_past`` skips text through the next delimiter."""
        source = _source("ab!cd</end>e")
        source.skip_run(LETTERS)
        assert source.take("!")
        source.skip_past(END)
        assert source.take("e")
