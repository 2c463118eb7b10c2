"""Find where regions start and end: parts of a page whose text is hidden or shown (§10.4 to §10.6, §10.9 to §10.13)."""

from __future__ import annotations

from array import array
from typing import Final

from page_stats_core.page.parse.attributes import NOTHING, says
from page_stats_core.page.parse.elements import IMPLIED_END, NEVER_HIDDEN, NEVER_RENDERED, VOID, Memo, fold
from page_stats_core.page.parse.names import Numbers, Tally
from page_stats_core.page.parse.source import SLICE

_LOWER: Final[Memo[str, str]] = Memo(fold)


# Kinds of regions. Outside regions, text is SHOWN.
SHOWN: Final = 0  # text counts as visible (§10.11)
INVISIBLE: Final = 1  # text counts as hidden, and tags separate visible words (§10.11)
HIDDEN: Final = 2  # text counts as hidden (§10.10)
UNRENDERED: Final = 3  # text does not count (§10.9)


def kind_in(kind: int, name: str, attributes: str) -> int:
    """Return the kind of region that an HTML element starts in a region of *kind*, or *kind* if it starts none."""
    if kind == UNRENDERED:
        return kind
    own = _kind_of(name, attributes)
    return kind if own is None or (kind == HIDDEN and own != UNRENDERED) else own


# The values of ``display`` with which a dialog or popover that is not open stays closed.
_CLOSED: Final = frozenset({"", "none", "revert"})


def _kind_of(name: str, attributes: str) -> int | None:
    """Return the kind that the element has by itself, or None (§10.9 to §10.11)."""
    if name in NEVER_RENDERED:
        return UNRENDERED
    said = says(attributes) if attributes else NOTHING
    is_open = name == "dialog" and said.open
    if said.display in _CLOSED and (name == "dialog" or said.popover) and not is_open:
        return UNRENDERED
    if said.display == "none" or said.hidden == "until-found" or (said.hidden is not None and not said.display):
        return HIDDEN
    return {"hidden": INVISIBLE, "visible": SHOWN}.get(said.visibility)


class Regions:
    """The open regions, each inside the one before it.

    ``kind`` is the kind of the innermost region, or SHOWN if there is none. ``name`` is the name of the element that
    started it, or empty.
    """

    __slots__ = ("_before", "_counts", "_depths", "_log", "_numbers", "_outer", "kind", "name")

    def __init__(self, numbers: Numbers) -> None:
        self.kind = SHOWN
        self.name = ""
        self._numbers = numbers
        self._outer: list[tuple[int, str, int]] = []  # of each region, kind and name around it, and its start in _log
        # For each number of a name: how many elements are open, the innermost region that opened one, and how many were
        # open before that region. _log has the number and the latter two as they were, to restore them.
        self._counts: list[int] = []
        self._depths: list[int] = []
        self._before: list[int] = []
        self._log = array("I")

    def begin(self, kind: int, name: str) -> None:
        """Start a region with the element *name*."""
        self._outer.append((self.kind, self.name, len(self._log)))
        self.kind, self.name = kind, name
        self.open(name)

    def end(self) -> None:
        """End the innermost region, even if elements inside it are open."""
        self.kind, self.name, start = self._outer.pop()
        log = self._log
        for at in range(start, len(log), 3):
            number = log[at]
            self._counts[number] = self._before[number]
            self._depths[number], self._before[number] = log[at + 1], log[at + 2]
        del log[start:]

    def open(self, name: str) -> None:
        """Record a start tag inside the innermost region."""
        number, depth, counts = self._numbers[name], len(self._outer), self._counts
        while number >= len(counts):
            counts.append(0)
            self._depths.append(0)
            self._before.append(0)
        if self._depths[number] != depth:
            self._log.extend((number, self._depths[number], self._before[number]))
            self._depths[number], self._before[number] = depth, counts[number]
        counts[number] += 1

    def close(self, name: str) -> bool:
        """Record an end tag; return whether it matches an open element of the innermost region."""
        number = self._numbers[name]
        if self._has(number):
            self._counts[number] -= 1
            return True
        return False

    def is_open_around(self, name: str) -> bool:
        """Return whether an element is open in a region around the innermost one."""
        number = self._numbers[name]
        if number >= len(self._counts):
            return False
        return (self._before if self._depths[number] == len(self._outer) else self._counts)[number] > 0

    def is_closed(self) -> bool:
        """Return whether the own end tag of the innermost region has been read (§10.5)."""
        return not self._has(self._numbers[self.name])

    def ends_before(self, name: str) -> bool:
        """Return whether the start tag *name* implies the end of the innermost region (§10.6)."""
        implied = IMPLIED_END.get(self.name)
        if implied is None or name not in implied.before:
            return False
        return not any(self._has(self._numbers[other]) for other in implied.unless)

    def _has(self, number: int) -> bool:
        return (
            number < len(self._counts)
            and self._depths[number] == len(self._outer)
            and self._counts[number] > self._before[number]
        )


class Outside:
    """The open elements outside hidden regions. Few pages need them, so tags are counted only in ``has``."""

    __slots__ = ("_joined", "_length", "_notes", "_numbers", "_open")

    def __init__(self, numbers: Numbers) -> None:
        self._notes: list[str] = []
        self._length = 0  # total length of the notes
        self._joined: list[str] = []  # older notes, joined to save memory
        self._numbers = numbers
        self._open = Tally()

    def note(self, tags: str) -> None:
        """Record tags: names separated by spaces, with a slash before the names of end tags."""
        self._notes.append(tags)
        self._length += len(tags)
        if self._length > SLICE:
            self._join()

    def has(self, name: str) -> bool:
        """Return whether an element is open outside all regions (§10.5)."""
        if self._notes:
            self._join()
        for notes in self._joined:
            self._work_out(notes)
        self._joined.clear()
        return self._open.has(self._numbers[name])

    def _join(self) -> None:
        self._joined.append(" ".join(self._notes))
        self._notes.clear()
        self._length = 0

    def _work_out(self, notes: str) -> None:
        """Count the tags in *notes*; an end tag without an open element is ignored."""
        for tag in map(_LOWER.__getitem__, notes.split(" ")):
            if tag[0] == "/":
                self._open.remove(self._numbers[tag[1:]])
            elif tag not in VOID and tag not in NEVER_HIDDEN:
                self._open.add(self._numbers[tag])
