"""Interpret the tags and text that ``tokenizer`` reads, to find the title (§9) and the text to count (§8, §10)."""

from __future__ import annotations

from page_stats_core.page.parse.attributes import hides
from page_stats_core.page.parse.elements import BREAKOUT_ENDS, FOREIGN_ROOTS, NEVER_HIDDEN, RAW, SEPARATING, VOID
from page_stats_core.page.parse.foreign import ForeignStack
from page_stats_core.page.parse.hidden import Outside, Region
from page_stats_core.page.parse.names import Numbers
from page_stats_core.page.parse.visible import SEPARATOR, VisibleText

# Elements whose content is not markup (§7.8, §7.10, §10.1). Content of _SEEN_AS_IS is counted as written. Content of
# _UNSEEN is never counted.
_SEEN_AS_IS = frozenset({"xmp", "plaintext"})
_UNSEEN = RAW - _SEEN_AS_IS
_NOTHING_INSIDE = VOID | NEVER_HIDDEN
_SEPARATING = SEPARATING | FOREIGN_ROOTS


class Content:
    """The state of a page while it is read.

    ``title`` is None until a title is found. ``templates`` is the number of open ``template`` elements.
    """

    def __init__(self, *, xhtml: bool) -> None:
        self.xhtml = xhtml
        self.title: str | None = None
        self.templates = 0
        numbers = Numbers()
        self.foreign = ForeignStack(numbers)
        self.region = Region(numbers)
        self.outside = Outside(numbers)
        self.text = VisibleText()

    def read_text(self, text: str) -> None:
        """Add non-empty *text* from the source, in which character references are not replaced yet."""
        if not (self.templates or self.foreign.silent):
            if "\0" in text and self.foreign.is_direct():
                text = text.replace("\0", "\ufffd")  # §7.12
            self.text.parts.append(text)

    def read_as_is(self, text: str) -> None:
        """Add text in which character references are not replaced (CDATA, xmp, plaintext)."""
        if text and not (self.templates or self.foreign.silent):
            self.text.count_as_is(text)

    def set_title(self, title: str) -> None:
        """Set the title from an HTML title element. Titles in templates and later titles are ignored (§9.1, §9.3)."""
        if self.title is None and not self.templates:
            self.title = title

    def count(self, text: str, *, goes_on: bool) -> None:
        """Count *text*, in which tags are already replaced. *goes_on* means that it continues in the next piece."""
        self.text.count(text, goes_on=goes_on)

    def flush(self, *, goes_on: bool) -> None:
        """Count the text read so far. *goes_on* means that the text continues in the next piece."""
        self.text.flush(goes_on=goes_on)

    def end_reference(self) -> None:
        """Count the character reference that was kept for the next piece, if any. Call this when markup follows."""
        self.text.end_reference()

    def word_count(self) -> int:
        """Return the word count of the text read so far (§10.7)."""
        return self.text.counts.total()

    def is_html(self) -> bool:
        """Return whether the current position is outside hidden regions and outside svg and math."""
        return not (self.region.name or self.foreign.flags)

    def has_cdata(self) -> bool:
        """Return whether a CDATA section may start at the current position (§7.13, §8.1)."""
        return self.xhtml or bool(self.foreign.flags)

    # ---- tags
    def note_tags(self, names: str) -> None:
        """Record tags that need no other handling; *names* has their names, separated by spaces."""
        self.outside.note(names)

    def start_tag(self, name: str, attributes: str, *, self_closing: bool) -> bool:
        """Handle a start tag; return True if the element's content is not markup (raw elements, plaintext)."""
        if self.foreign.flags and self.foreign.takes(name, attributes):
            self._separate()
            if not self_closing:
                self.foreign.open(name, attributes)
            return False
        if self.region.name and not self.foreign.flags and self.region.ends_before(name):
            self._show()
        if self_closing and self.xhtml:
            self._empty_html(name)
            return False
        if name in _UNSEEN:
            return True
        if name not in _NOTHING_INSIDE:
            self._open_html(name, attributes)
        if name in _SEPARATING:
            self._separate()
        if name in FOREIGN_ROOTS and not self_closing:
            self.foreign.open_root(name)
        return name in _SEEN_AS_IS

    def _empty_html(self, name: str) -> None:
        """Handle an XHTML element that is closed by its own start tag (§7.13)."""
        if name == "title":
            self.set_title("")
        elif name in _SEPARATING:
            self._separate()

    def _open_html(self, name: str, attributes: str) -> None:
        """Open an HTML element. The element may start a hidden region, except inside svg and math."""
        if self.region.name:
            self.region.open(name)
        elif not self.foreign.flags:
            if attributes and hides(attributes):
                self.text.hide(True)
                self.region.begin(name)
            else:
                self.outside.note(name)
        if name == "template":
            self.templates += 1

    def end_tag(self, name: str) -> None:
        """Handle an end tag."""
        foreign = self.foreign
        if foreign.flags:
            if foreign.close(name):
                self._separate()
                return
            if foreign.is_direct():
                if name not in BREAKOUT_ENDS:
                    return
                foreign.leave()
        self.end_html(name)

    def end_html(self, name: str) -> None:
        """Handle the end tag of an HTML element."""
        if not self.region.name:
            self.outside.note("/" + name)
        elif not self.region.close(name) and not self.foreign.flags and self.outside.close(name):
            self._show()
        if name == "template":
            self.templates -= self.templates > 0
        elif name in SEPARATING:
            self._separate()
        if self.region.name and self.region.is_closed():
            self._show()

    def _separate(self) -> None:
        """Separate words if text is counted here (§10.2). Hidden tags affect only the count of all text (§10.3)."""
        if not (self.templates or self.foreign.silent):
            self.text.parts.append(SEPARATOR)

    def _show(self) -> None:
        self.text.hide(False)
        self.region.end()
