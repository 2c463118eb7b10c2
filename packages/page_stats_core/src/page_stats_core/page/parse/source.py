"""A window on the page's text, and reads of any length on it.

Text that was read is dropped; the text that follows is decoded on demand. No pattern runs over more than a slice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

SLICE: Final = 32_768
# How far a pattern may look beyond a slice. The longest delimiter, "</plaintext" and one more character, is shorter.
MARGIN: Final = 16


class Source:
    """``text`` is the window, ``at`` the current position, ``delimiter`` the last one that ``up_to`` found."""

    __slots__ = ("_ended", "_pieces", "at", "delimiter", "text")

    def __init__(self, pieces: Iterator[str]) -> None:
        self.text = ""
        self.at = 0
        self.delimiter = ""
        self._pieces = pieces
        self._ended = False

    def fill(self) -> bool:
        """Load more than a slice and its margin, or all that is left; return whether there is any text."""
        while not self._ended and len(self.text) - self.at <= SLICE + MARGIN:
            piece = next(self._pieces, None)
            if piece is None:
                self._ended = True
            else:
                self.text = self.text[self.at :] + piece
                self.at = 0
        return self.at < len(self.text)

    def slice_end(self) -> int:
        """Return the end of the slice that starts here. If it is also the end of the window, no text follows."""
        return min(self.at + SLICE, len(self.text))

    def take(self, character: str) -> bool:
        """Read *character* if it comes next; return whether it did."""
        taken = self.fill() and self.text[self.at] == character
        self.at += taken
        return taken

    def next_character(self) -> str:
        """Read and return the next character, or "" at the end."""
        character = self.text[self.at] if self.fill() else ""
        self.at += len(character)
        return character

    def run(self, characters: re.Pattern[str]) -> Iterator[str]:
        """Read a run of *characters*, a pattern that also matches none; yield the run in pieces."""
        while self.fill():
            match = characters.match(self.text, self.at, self.slice_end())
            assert match
            more = match.end() == self.slice_end()
            self.at = match.end()
            yield match[0]
            if not more:
                return

    def up_to(self, delimiter: re.Pattern[str]) -> Iterator[str]:
        """Read through the next match of *delimiter*; yield the text before it in pieces.

        A delimiter has at most ``MARGIN`` characters. Without a match, everything that is left is read.
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
        """Read a run of *characters*."""
        for _ in self.run(characters):
            pass

    def skip_past(self, delimiter: re.Pattern[str]) -> None:
        """Read through the next match of *delimiter*, or everything that is left."""
        for _ in self.up_to(delimiter):
            pass
