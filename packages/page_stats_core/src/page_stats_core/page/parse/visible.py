"""Collect the text to count, replace its references, drop NUL and pass the text to ``words`` (§7.11, §7.12)."""

from __future__ import annotations

from page_stats_core.page.parse import references
from page_stats_core.page.parse.counts import Counts
from page_stats_core.page.parse.hidden import INVISIBLE, SHOWN
from page_stats_core.page.parse.words import without_marks

# Marks a tag that does not separate words, so that a reference before the tag ends there. The mark is dropped before
# words are counted.
BREAK = "\0"
SEPARATOR = " "
# Stands for a wbr tag, which ends a run of letters as U+200B does (§11.4).
RUN_BREAK = "\u200b"


class VisibleText:
    """The collected text and separators. ``kind`` is the kind of the region that they are in."""

    __slots__ = ("_cut", "counts", "kind", "parts")

    def __init__(self) -> None:
        self.counts = Counts()
        self.kind = SHOWN
        self.parts: list[str] = []
        self._cut = ""

    def enter(self, kind: int) -> None:
        """Continue in a region whose kind is *kind*."""
        self.flush()
        self.kind = kind

    def separate(self) -> None:
        """Separate words. In an invisible region, this also separates the visible words around it (§10.3)."""
        self.parts.append(SEPARATOR)
        if self.kind == INVISIBLE:
            self.counts.separate_visible()

    def flush(self, *, goes_on: bool = False) -> None:
        """Count the words of the collected text.

        *goes_on* means that the text continues in the next piece. A reference at the end is counted with that piece.
        """
        if self.parts or self._cut:
            text = BREAK.join(self.parts)
            self.parts.clear()
            self.count(text, goes_on=goes_on)

    def count(self, text: str, *, goes_on: bool) -> None:
        """Count the words of *text*.

        *goes_on* means that the text continues in the next piece. A reference at its end is then kept for that piece.
        """
        if self._cut:
            text, self._cut = self._cut + text, ""
        if "&" in text:
            if goes_on:
                text, self._cut = references.split_cut(text)
            text = references.replace_in_text(text)
        if "\0" in text:
            text = text.replace("\0", "")
        self.counts.read(text, hidden=self.kind != SHOWN)

    def end_reference(self) -> None:
        """Count the reference that ``count`` kept, if any. Call this when markup follows, which ends the reference."""
        if self._cut:
            self.count("", goes_on=False)

    def count_as_is(self, text: str) -> None:
        """Count the words of *text*, in which references stay as written. NUL becomes U+FFFD."""
        self.flush()
        self.counts.read(without_marks(text).replace("\0", "\ufffd"), hidden=self.kind != SHOWN)
