"""What tags and text mean: the title (§9), and which text counts (§8, §10). How they are read is not known here."""

from __future__ import annotations

from page_stats_core.page.parse.attributes import hides
from page_stats_core.page.parse.elements import BREAKOUT_ENDS, FOREIGN_ROOTS, NEVER_HIDDEN, RAW, SEPARATING, VOID
from page_stats_core.page.parse.foreign import ForeignStack
from page_stats_core.page.parse.hidden import Outside, Region
from page_stats_core.page.parse.names import Numbers
from page_stats_core.page.parse.visible import SEPARATOR, VisibleText

# Elements whose content is no markup: seen as it is written, or not at all (§7.8, §7.10, §10.1).
_SEEN_AS_IS = frozenset({"xmp", "plaintext"})
_UNSEEN = RAW - _SEEN_AS_IS
_NOTHING_INSIDE = VOID | NEVER_HIDDEN
_SEPARATING = SEPARATING | FOREIGN_ROOTS


class Content:
    """What is known of a page so far. ``title`` is None until there is one; ``templates`` how many are open."""

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
        """Take text, which is not empty, as it is written."""
        if not (self.templates or self.foreign.silent):
            if "\0" in text and self.foreign.is_direct():
                text = text.replace("\0", "\ufffd")  # §7.12
            self.text.parts.append(text)

    def read_as_is(self, text: str) -> None:
        """Take text in which nothing is to be replaced (CDATA, xmp, plaintext)."""
        if text and not (self.templates or self.foreign.silent):
            self.text.count_as_is(text)

    def set_title(self, title: str) -> None:
        """Take the content of an HTML title (§9.1, §9.3)."""
        if self.title is None and not self.templates:
            self.title = title

    # ---- tags
    def start_tag(self, name: str, attributes: str, *, self_closing: bool) -> bool:
        """Take a start tag; tell whether its content is no markup: raw, or plaintext."""
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
        """Take an HTML element that is closed as soon as it is opened (§7.13)."""
        if name == "title":
            self.set_title("")
        elif name in _SEPARATING:
            self._separate()

    def _open_html(self, name: str, attributes: str) -> None:
        """Take the start tag of an HTML element, which may begin a hidden region. None begins in svg and math."""
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
        """Take an end tag."""
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
        """Take the end tag of an HTML element."""
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
        """Separate words; not in a template, and in a hidden region only those that are hidden (§10.2, §10.3)."""
        if not (self.templates or self.foreign.silent):
            self.text.parts.append(SEPARATOR)

    def _show(self) -> None:
        """End the hidden region."""
        self.text.hide(False)
        self.region.end()
