"""Find where regions start and end: parts of a page whose text is hidden or shown (§10.4 to §10.6, §10.9 to §10.13)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final

from page_stats_core.page.parse.attributes import Says, says
from page_stats_core.page.parse.elements import (
    FOREIGN_ROOTS,
    IMPLIED_END,
    NEVER_HIDDEN,
    NEVER_RENDERED,
    STARTS_REGION,
    VOID,
    ImpliedEnd,
    Memo,
    fold,
    is_host,
)
from page_stats_core.page.parse.names import Numbers, Tally
from page_stats_core.page.parse.source import SLICE

# The names of tags in lower case, without the character that ``bulk`` leaves after the name of a link.
_LOWER: Final[Memo[str, str]] = Memo(lambda tag: fold(tag.rstrip("\t\n\f\r/")))


# Kinds of regions. Outside regions, text is SHOWN.
SHOWN: Final = 0  # text counts as visible (§10.11)
INVISIBLE: Final = 1  # text counts as hidden, and tags separate visible words (§10.11)
HIDDEN: Final = 2  # text counts as hidden (§10.10)
UNRENDERED: Final = 3  # text does not count (§10.9)


def kind_in(kind: int, name: str, attributes: str) -> int:
    """Return the kind of region that an HTML element starts in a region of *kind*, or *kind* if it starts none."""
    if kind == UNRENDERED:
        return kind
    own = _kind_of(name, says(attributes)) if name in STARTS_REGION else _KIND_BY_ATTRIBUTES[attributes]
    return kind if own is None or (kind == HIDDEN and own != UNRENDERED) else own


# The values of ``display`` with which a dialog or popover that is not open stays closed.
_CLOSED: Final = frozenset({"", "none", "revert"})


def _kind_of(name: str, said: Says) -> int | None:
    """Return the kind of the element regardless of the regions around it, or None (§10.9 to §10.11)."""
    if name in NEVER_RENDERED:
        return UNRENDERED
    is_open = name == "dialog" and said.open
    if said.display in _CLOSED and (name == "dialog" or said.popover) and not is_open:
        return UNRENDERED
    if said.display == "none" or said.hidden == "until-found" or (said.hidden is not None and not said.display):
        return HIDDEN
    return {"hidden": INVISIBLE, "visible": SHOWN}.get(said.visibility)


# The kinds of elements that are not in STARTS_REGION.
_KIND_BY_ATTRIBUTES: Final[Memo[str, int | None]] = Memo(
    lambda attributes: _kind_of("", says(attributes)), {"": None}, short=256
)


class Regions:
    """The open regions, each inside the one before it.

    ``kind`` is the kind of the innermost region, or SHOWN if there is none. ``name`` is the name of the element that
    started it, or empty.
    """

    __slots__ = ("_before", "_counts", "_depths", "_implied", "_log", "_numbers", "_outer", "_seen", "kind", "name")

    def __init__(self, numbers: Numbers) -> None:
        self.kind = SHOWN
        self.name = ""
        self._implied: ImpliedEnd | None = None
        self._numbers = numbers
        self._outer: list[tuple[int, str, int]] = []  # of each region, kind and name around it, and its start in _seen
        # For each number of a name: how many elements are open, the innermost region that opened one, and how many were
        # open before that region. _seen has the numbers that each region opened first. For regions inside regions, _log
        # has the last two as they were.
        self._counts: list[int] = []
        self._depths: list[int] = []
        self._before: list[int] = []
        self._seen = array("I")
        self._log = array("I")

    def begin(self, kind: int, name: str) -> None:
        """Start a region with the element *name*."""
        self._outer.append((self.kind, self.name, len(self._seen)))
        self.kind, self.name, self._implied = kind, name, IMPLIED_END.get(name)
        self.open(name)

    def end(self) -> None:
        """End the innermost region, even if elements inside it are open."""
        outer, seen, counts, before, depths = self._outer, self._seen, self._counts, self._before, self._depths
        self.kind, self.name, start = outer.pop()
        self._implied = IMPLIED_END.get(self.name) if outer else None
        while len(seen) > start:
            number = seen.pop()
            counts[number] = before[number]
            depths[number] = 0
            if outer:
                before[number], depths[number] = self._log.pop(), self._log.pop()

    def open(self, name: str) -> None:
        """Record a start tag inside the innermost region."""
        number, depth, counts = self._numbers[name], len(self._outer), self._counts
        if number >= len(counts):
            for values in (counts, self._depths, self._before):
                values.extend([0] * (number + 64))
        if self._depths[number] != depth:
            self._seen.append(number)
            if depth > 1:
                self._log.append(self._depths[number])
                self._log.append(self._before[number])
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
        """Return whether the end tag of the element that started the innermost region has been read (§10.5)."""
        return not self._has(self._numbers[self.name])

    def ends_before(self, name: str) -> bool:
        """Return whether the start tag *name* implies the end of the innermost region (§10.6)."""
        implied = self._implied
        if implied is None or name not in implied.before:
            return False
        return not (implied.unless and any(self._has(self._numbers[other]) for other in implied.unless))

    def _has(self, number: int) -> bool:
        return (
            number < len(self._counts)
            and self._depths[number] == len(self._outer)
            and self._counts[number] > self._before[number]
        )


class _Notes:
    """Tags outside svg and math. Few pages need them, so they are only recorded, and processed on demand."""

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

    def _join(self) -> None:
        self._joined.append(" ".join(self._notes))
        self._notes.clear()
        self._length = 0

    def _tags(self) -> Iterator[str]:
        """Yield the tags that were noted since the last call, in lower case."""
        if self._notes:
            self._join()
        for notes in self._joined:
            yield from map(_LOWER.__getitem__, filter(None, notes.split(" ")))
        self._joined.clear()


class Outside(_Notes):
    """The open elements outside regions."""

    __slots__ = ()

    def has(self, name: str) -> bool:
        """Return whether an element is open outside all regions (§10.5)."""
        if self._notes or self._joined:
            self._catch_up()
        return self._open.has(self._numbers[name])

    def _catch_up(self) -> None:
        for tag in self._tags():
            if tag[0] == "/":  # an end tag without an open element is ignored
                self._open.remove(self._numbers[tag[1:]])
            elif tag not in VOID and tag not in NEVER_HIDDEN:
                self._open.add(self._numbers[tag])


class Parents(_Notes):
    """The stack of open elements, to find the parent of a template (§10.14)."""

    __slots__ = ("_stack",)

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers)
        self._stack = array("I")  # the number of each name, shifted by one, and 1 if a shadow root can be attached

    def attach(self) -> bool:
        """Attach a shadow root to the innermost open element; return False if it cannot have one or already has one."""
        for tag in self._tags():
            if tag[0] == "/":
                self._close(self._numbers[tag[1:]])
            elif tag not in VOID and tag not in FOREIGN_ROOTS:
                number = self._numbers[tag]
                self._open.add(number)
                self._stack.append(number << 1 | is_host(tag))
        if not self._stack or not self._stack[-1] & 1:
            return False
        self._stack[-1] -= 1
        return True

    def _close(self, number: int) -> None:
        """If an element with this name is open, close the innermost one and all elements inside it."""
        if not self._open.has(number):
            return
        closed = None
        while closed != number:
            closed = self._stack.pop() >> 1
            self._open.remove(closed)
