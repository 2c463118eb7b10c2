"""Text that counts, on its way to the count: references are replaced, NUL is dropped (§7.11, §7.12)."""

from __future__ import annotations

from page_stats_core.page.parse import references
from page_stats_core.page.parse.words import Counts

# Stands where markup was that separates no words: a reference does not go on behind it. It is dropped afterwards.
BREAK = "\0"
SEPARATOR = " "


class VisibleText:
    """Text and gaps that are not counted yet. ``hidden`` is whether they are in a hidden region."""

    __slots__ = ("_cut", "counts", "hidden", "parts")

    def __init__(self) -> None:
        self.counts = Counts()
        self.hidden = False
        self.parts: list[str] = []
        self._cut = ""

    def hide(self, hidden: bool) -> None:  # noqa: FBT001
        """Begin or end a hidden region."""
        self.flush()
        self.hidden = hidden

    def flush(self, *, goes_on: bool = False) -> None:
        """Count what is there. Where the text *goes_on* in what follows, a reference at its end waits for it."""
        if self.parts or self._cut:
            self.count(BREAK.join(self.parts), goes_on=goes_on)
            self.parts.clear()

    def count(self, text: str, *, goes_on: bool) -> None:
        """Count the words of *text*."""
        text, self._cut = self._cut + text, ""
        if goes_on and "&" in text:
            text, self._cut = references.split_cut(text)
        text = references.replace(text)
        if "\0" in text:
            text = text.replace("\0", "")
        self.counts.read(text, hidden=self.hidden)

    def end_reference(self) -> None:
        """Count a reference that waits: what follows is markup."""
        if self._cut:
            self.count("", goes_on=False)

    def count_as_is(self, text: str) -> None:
        """Count the words of *text*, in which nothing is replaced but NUL, which is U+FFFD."""
        self.flush()
        self.counts.read(text.replace("\0", "\ufffd"), hidden=self.hidden)
