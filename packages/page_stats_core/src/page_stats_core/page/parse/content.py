"""Interpret the tags and text that ``tokenizer`` reads, to find the title (§9) and the text to count (§8, §10)."""

from __future__ import annotations

from page_stats_core.page.parse.attributes import is_foreign_link, is_link, is_shown_control, shadow_root_mode
from page_stats_core.page.parse.elements import (
    BREAKOUT_ENDS,
    CONDITIONAL_CONTROLS,
    EMPTY_INSIDE,
    FOREIGN_ROOTS,
    FORMATTING,
    NEVER_HIDDEN,
    RAW,
    SEPARATING_TAGS,
    STARTS_REGION,
    VOID,
)
from page_stats_core.page.parse.foreign import ForeignStack
from page_stats_core.page.parse.hidden import UNRENDERED, Outside, Parents, Regions, kind_in
from page_stats_core.page.parse.names import Numbers
from page_stats_core.page.parse.visible import RUN_BREAK, VisibleText
from page_stats_core.page.parse.words import LINK, LINK_END, without_marks

# Elements whose content is not markup (§7.8, §7.10, §10.1). Content of _SEEN_AS_IS is counted as written. Content of
# _UNSEEN is never counted.
_SEEN_AS_IS = frozenset({"xmp", "plaintext"})
_UNSEEN = RAW - _SEEN_AS_IS
_EMPTY = VOID | _UNSEEN  # elements without content to read
_SEPARATING = SEPARATING_TAGS | CONDITIONAL_CONTROLS | FOREIGN_ROOTS


class ShadowRootError(Exception):
    """The page may have a shadow root (§10.14), so it has to be read again from the start with *shadow_roots*."""


class Content:
    """The state of a page while it is read.

    ``title`` is None until a title is found. ``templates`` is the number of open ``template`` elements whose content
    does not count. ``shadow_roots`` is the number of open ones around them whose content counts (§10.14). Without
    *shadow_roots*, ``parents`` is None, and a template that may be the content of a shadow root raises
    ``ShadowRootError``.
    """

    def __init__(self, *, xhtml: bool, shadow_roots: bool = True) -> None:
        self.xhtml = xhtml
        self.title: str | None = None
        self.templates = 0
        self.shadow_roots = 0
        numbers = Numbers()
        self.foreign = ForeignStack(numbers)
        self.regions = Regions(numbers)
        self.outside = Outside(numbers)
        self.parents = Parents(numbers) if shadow_roots else None
        self.text = VisibleText()

    def read_text(self, text: str) -> None:
        """Add non-empty *text* from the source, in which character references are not replaced yet."""
        if self._counts_text():
            if "\0" in text and self.foreign.is_direct():
                text = text.replace("\0", "\ufffd")  # §7.12
            self.text.parts.append(without_marks(text))

    def read_as_is(self, text: str) -> None:
        """Add text in which character references are not replaced (CDATA, xmp, plaintext)."""
        if text and self._counts_text():
            self.text.count_as_is(text)

    def set_title(self, title: str) -> None:
        """Set the title from an HTML title element. Titles in templates and later titles are ignored (§9.1, §9.3)."""
        if self.title is None and not (self.templates or self.shadow_roots):
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

    def link_word_count(self) -> int:
        """Return how many of the words that ``word_count`` counts are in links (§10.15)."""
        return self.text.counts.link_total()

    def is_html(self) -> bool:
        """Return whether the current position is outside hidden regions and outside svg and math."""
        return not (self.regions.name or self.foreign.flags)

    def has_cdata(self) -> bool:
        """Return whether a CDATA section may start at the current position (§7.13, §8.1)."""
        return self.xhtml or bool(self.foreign.flags)

    # ---- tags
    def note_tags(self, names: str) -> None:
        """Record tags that need no other handling; *names* has their names, separated by spaces."""
        self.outside.note(names)
        if self.parents:
            self.parents.note(names)

    def start_tag(self, name: str, attributes: str, *, self_closing: bool) -> bool:  # noqa: C901  # calls cost time here
        """Handle a start tag; return True if the element's content is not markup (raw elements, plaintext)."""
        if self.foreign.flags and self.foreign.takes(name, attributes):
            self._separate()
            if name == "a":
                self._link(is_foreign_link(attributes) and not self_closing)
            if not self_closing:
                self.foreign.open(name, attributes)
            return False
        if self.regions.name and not self.foreign.flags:
            self._end_regions_before(name)
        if self_closing and self.xhtml:
            self._empty_html(name, attributes)
            return False
        if name in _EMPTY:
            if name in _SEPARATING or name == "wbr":
                self._read_empty(name, attributes)
            return name in _UNSEEN
        if name in FOREIGN_ROOTS:
            self._open_root(name, self_closing=self_closing)
            return False
        if name == "template":
            attributes = self._open_template(attributes)
        self._open_html(name, attributes)
        if name in SEPARATING_TAGS:
            self._separate()
        return name in _SEEN_AS_IS

    def _open_root(self, name: str, *, self_closing: bool) -> None:
        self._separate()
        if not self_closing:
            self.foreign.open_root(name)

    def _empty_html(self, name: str, attributes: str) -> None:
        """Handle an XHTML element that is closed by its own start tag (§7.13)."""
        if name == "title":
            self.set_title("")
        elif name == "a":
            self._link(False)
        else:
            self._read_empty(name, attributes)

    def _read_empty(self, name: str, attributes: str) -> None:
        """Handle an element without content. A wbr element ends a run of letters, as U+200B does (§11.4)."""
        if name != "wbr":
            self._separate_alone(name, attributes)
        elif self._counts_text():
            self.text.parts.append(RUN_BREAK)

    def _open_template(self, attributes: str) -> str:
        """Record a template; return the attributes that can hide its text. A shadow root's have no effect (§10.14)."""
        if attributes and self._attaches(attributes):
            self.shadow_roots += 1
            return ""
        self.templates += 1
        return attributes

    def _attaches(self, attributes: str) -> bool:
        """Return whether a template with *attributes* is the content of a shadow root (§10.14)."""
        if self.templates or self.foreign.flags or not shadow_root_mode(attributes):
            return False
        if not self.parents:
            raise ShadowRootError
        return self.parents.attach()

    def _open_html(self, name: str, attributes: str) -> None:
        """Open an HTML element. The element may start a region, except inside svg and math."""
        if name == "a":
            self._link(is_link(attributes))
        regions = self.regions
        if self.foreign.flags:
            if regions.name:
                regions.open(name)
            return
        if self.parents:
            self.parents.note(name)
        if name in NEVER_HIDDEN:
            return
        around = kind = regions.kind
        if attributes or name in STARTS_REGION:
            kind = kind_in(around, name, attributes)
        if name in EMPTY_INSIDE and kind != UNRENDERED:
            self.text.enter(kind)
            self._separate_at(name, attributes)
            kind = UNRENDERED
        if kind != around:
            self.text.enter(kind)
            regions.begin(kind, name)
        elif regions.name:
            regions.open(name)
        else:
            self.outside.note(name)

    def end_tag(self, name: str) -> None:
        """Handle an end tag."""
        if name == "a":
            self._link(False)
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
        if self.parents:
            self.parents.note("/" + name)
        if not self.regions.name:
            self.outside.note("/" + name)
        elif not self.regions.close(name) and not self.foreign.flags:
            self._end_regions(name)
        if name == "template":
            if self.templates:
                self.templates -= 1
            else:
                self.shadow_roots -= self.shadow_roots > 0
        elif name in SEPARATING_TAGS:
            self._separate()
        if name == self.regions.name and self.regions.is_closed():
            self._end_region()

    def _separate_alone(self, name: str, attributes: str) -> None:
        """Separate words at an element without content, if it is shown (§10.8)."""
        around = kind = self.regions.kind
        if (attributes or name in STARTS_REGION) and not self.foreign.flags and name not in NEVER_HIDDEN:
            kind = kind_in(around, name, attributes)
        if kind == around:
            self._separate_at(name, attributes)
        elif kind != UNRENDERED:
            self.text.enter(kind)
            self._separate_at(name, attributes)
            self.text.enter(around)

    def _separate_at(self, name: str, attributes: str) -> None:
        """Separate words if the start tag *name* separates them (§10.2, §10.8)."""
        if name in _SEPARATING and (name not in CONDITIONAL_CONTROLS or is_shown_control(name, attributes)):
            self._separate()

    def _separate(self) -> None:
        """Separate words if text is counted here (§10.2). Tags in regions do this only in some counts (§10.3)."""
        if not (self.templates or self.foreign.silent or self.regions.kind == UNRENDERED):
            self.text.separate()

    def _counts_text(self) -> bool:
        return not (self.templates or self.foreign.silent or self.regions.kind == UNRENDERED)

    def _link(self, starts: bool) -> None:  # noqa: FBT001
        """Start or end a link (§10.15)."""
        if not self.templates:
            self.text.parts.append(LINK if starts else LINK_END)

    def _end_regions(self, name: str) -> None:
        """End the regions inside the element that the end tag *name* closes (§10.5)."""
        regions = self.regions
        if name in FORMATTING or not (regions.is_open_around(name) or self.outside.has(name)):
            return
        while regions.name and not regions.close(name):
            self._end_region()
        if not regions.name:
            self.outside.note("/" + name)

    def _end_regions_before(self, name: str) -> None:
        """End the regions whose end the start tag *name* implies (§10.6)."""
        regions = self.regions
        while regions.name and regions.ends_before(name):
            regions.end()
            self.text.enter(regions.kind)

    def _end_region(self) -> None:
        self.regions.end()
        self.text.enter(self.regions.kind)
