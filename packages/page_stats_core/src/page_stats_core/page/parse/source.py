"""Read the text of a page through a window that holds only a part of it.

Text that was read is dropped. Text after the window is decoded on demand. A pattern is never applied to more than a
slice and its margin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

SLICE: Final = 32_768
# How many characters beyond a slice a pattern may look at. The longest delimiter, "</textarea" and one character after
# it, is shorter than that.
MARGIN: Final = 16


class Source:
    """The window on the text of a page.

    ``text`` is the window. ``at`` is the current position in it. ``delimiter`` is the last delimiter that ``up_to``
    found, or empty.
    """

    __slots__ = ("_ended", "_pieces", "at", "delimiter", "text")

    def __init__(self, pieces: Iterator[str]) -> None:
        self.text = ""
        self.at = 0
        self.delimiter = ""
        self._pieces = pieces
        self._ended = False

    def fill(self) -> bool:
        """Load text until more than a slice and its margin can be read, or until the input ends.

        Return whether any text is left to read.
        """
        while not self._ended and len(self.text) - self.at <= SLICE + MARGIN:
            piece = next(self._pieces, None)
            if piece is None:
                self._ended = True
            else:
                self.text = self.text[self.at :] + piece
                self.at = 0
        return self.at < len(self.text)

    def slice_end(self) -> int:
        """Return the end of the slice that starts at ``at``. If that is the end of the window, the input ends there."""
        return min(self.at + SLICE, len(self.text))

    def take(self, character: str) -> bool:
        """Read *character* if it is the next character; return whether it was read."""
        taken = self.fill() and self.text[self.at] == character
        self.at += taken
        return taken

    def next_character(self) -> str:
        """Read and return the next character, or "" at the end."""
        character = self.text[self.at] if self.fill() else ""
        self.at += len(character)
        return character

    def run(self, characters: re.Pattern[str]) -> Iterator[str]:
        """Read the run of characters that *characters* matches; yield the run in pieces.

        The pattern must also match the empty string.
        """
        while self.fill():
            match = characters.match(self.text, self.at, self.slice_end())
            assert match
            more = match.end() == self.slice_end()
            self.at = match.end()
            yield match[0]
            if not more:
                return

    def up_to(self, delimiter: re.Pattern[str]) -> Iterator[str]:
        """Read up to and including the next match of *delimiter*; yield the text before the match in pieces.

        A delimiter has at most ``MARGIN`` characters. If there is no match, all text that is left is read.
        """
        self.delimiter = ""
        while self.fill():
            start, end = self.at, self.slice_end()
            match = delimiter.search(self.text, start, end + MARGIN)
            self.at = match.end() if match else end
            self.delimiter = match[0] if match else ""
            yield self.text[start : match.start() if match else end]
            if match:
                return

    def skip_run(self, characters: re.Pattern[str]) -> None:
        """Read and discard the run of characters that *characters* matches."""
        for _ in self.run(characters):
            pass

    def skip_past(self, delimiter: re.Pattern[str]) -> None:
        """Read and discard the text through the next match of *delimiter*, or all text that is left."""
        for _ in self.up_to(delimiter):
            pass
