"""Count words and words in links, slice by slice in bounded memory. ``content`` decides which text is visible."""

from __future__ import annotations

from page_stats_core.page.parse import links
from page_stats_core.page.parse.words import LINK, LINK_END, OPEN_MAX, count, shorten, without_controls

# A page with this many visible words is not a page that hides its text until a script runs (§10.7).
_ENOUGH = 1000
# Only in texts shorter than this is it faster to look for links without text first.
_SHORT = 1000


class Words:
    """A running count of words, and of those words that are in links (§10.15).

    ``open`` is the last token, which may continue in the next text. It starts with LINK if the token starts in a link.
    If no token is open but a link is, ``open`` is only LINK. ``closed`` and ``linked`` are the two counts of the text
    before ``open``.
    """

    __slots__ = ("closed", "linked", "open")

    def __init__(self) -> None:
        self.closed = 0
        self.linked = 0
        self.open = ""

    def read(self, text: str) -> None:
        """Count the words of *text*, which continues the text read before."""
        text = self.open + without_controls(text)
        if LINK in text:
            text = links.without_empty_links(text) if len(text) < _SHORT else text
            if LINK in text:
                self._read_links(text)
                return
        text = text.replace(LINK_END, "")
        words = text.split()
        self.open = ""
        if words and not text[-1].isspace():
            self.open = words.pop()
            if len(self.open) > OPEN_MAX:
                self.open, less = shorten(self.open)
                self.closed += less
        self.closed += len(words) if text.isascii() else count(words)

    def _read_links(self, text: str) -> None:
        last = "" if text[-1].isspace() else text.rsplit(None, 1)[-1]
        head = text[: len(text) - len(last)]
        self._add(*links.count_text(head))
        self.open = links.collapse((LINK if links.ends_in_link(head) else "") + last)
        if len(self.open) > OPEN_MAX:
            self.open, words, linked = links.shorten_token(self.open)
            self._add(words, linked)

    def _add(self, words: int, linked: int) -> None:
        self.closed += words
        self.linked += linked

    def total(self) -> tuple[int, int]:
        """Return the number of words so far, including the open token, and the number of words in links."""
        words, linked = links.count_token(self.open)
        return self.closed + words, self.linked + linked


class Counts:
    """Counts with and without hidden regions. Visible text is read twice only if the open tokens of the two differ."""

    __slots__ = ("_all", "_visible")

    def __init__(self) -> None:
        self._all = Words()
        self._visible = Words()

    def read(self, text: str, *, hidden: bool) -> None:
        """Count the words of *text*."""
        everything, visible = self._all, self._visible
        if hidden:
            everything.read(text)
            if LINK in text or LINK_END in text:
                visible.read(LINK if links.ends_in_link(text) else LINK_END)
        elif everything.open == visible.open:
            words, linked = everything.closed, everything.linked
            everything.read(text)
            visible.closed += everything.closed - words
            visible.linked += everything.linked - linked
            visible.open = everything.open
        else:
            everything.read(text)
            visible.read(text)

    def separate_visible(self) -> None:
        """End the last token of the visible text."""
        self._visible.read(" ")

    def total(self) -> int:
        """Return the number of visible words, or of all words if very few of them are visible (§10.7)."""
        return self._chosen()[0]

    def link_total(self) -> int:
        """Return how many of the words that ``total`` counts are in links (§10.15)."""
        return self._chosen()[1]

    @property
    def includes_hidden(self) -> bool:
        """Whether very few words are visible, so that hidden words count, too (§10.7)."""
        everything, visible = self._all.total()[0], self._visible.total()[0]
        return visible * 10 < everything and visible < _ENOUGH

    def _chosen(self) -> tuple[int, int]:
        return (self._all if self.includes_hidden else self._visible).total()
