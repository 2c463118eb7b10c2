"""The page's text, of which only a window is in memory, and how to read on in it whatever the length.

What was read is let go; what follows is decoded when it is needed. No pattern runs over more than a slice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

SLICE: Final = 32_768
# What a pattern may look at beyond a slice: the longest delimiter, "</plaintext" and what follows, is shorter.
MARGIN: Final = 16


class Source:
    """``text`` is the window, ``at`` the place in it where reading goes on, ``delimiter`` what ``up_to`` found last."""

    __slots__ = ("_ended", "_pieces", "at", "delimiter", "text")

    def __init__(self, pieces: Iterator[str]) -> None:
        self.text = ""
        self.at = 0
        self.delimiter = ""
        self._pieces = pieces
        self._ended = False

    def fill(self) -> bool:
        """Bring more than a slice and its margin into the window, or all that is left; tell whether anything is."""
        while not self._ended and len(self.text) - self.at <= SLICE + MARGIN:
            piece = next(self._pieces, None)
            if piece is None:
                self._ended = True
            else:
                self.text = self.text[self.at :] + piece
                self.at = 0
        return self.at < len(self.text)

    def slice_end(self) -> int:
        """Return where the slice ends that begins here. Only if that is the end of the window, no text follows."""
        return min(self.at + SLICE, len(self.text))

    def take(self, character: str) -> bool:
        """Read *character* if it comes next; tell whether it did."""
        taken = self.fill() and self.text[self.at] == character
        self.at += taken
        return taken

    def next_character(self) -> str:
        """Read and return the next character, or nothing at the end."""
        character = self.text[self.at] if self.fill() else ""
        self.at += len(character)
        return character

    def run(self, characters: re.Pattern[str]) -> Iterator[str]:
        """Read a run of *characters*, a pattern that matches any number of them, and yield it in pieces."""
        while self.fill():
            match = characters.match(self.text, self.at, self.slice_end())
            assert match
            more = match.end() == self.slice_end()
            self.at = match.end()
            yield match[0]
            if not more:
                return

    def up_to(self, delimiter: re.Pattern[str]) -> Iterator[str]:
        """Read up to and with what *delimiter* matches, and yield what comes before it, in pieces.

        It matches at most ``MARGIN`` characters. Where it matches nothing, all that is left is read.
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
        """Read up to and with what *delimiter* matches, or all that is left."""
        for _ in self.up_to(delimiter):
            pass
