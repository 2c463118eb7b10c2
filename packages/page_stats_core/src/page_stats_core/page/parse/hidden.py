"""Track the open elements inside and outside hidden regions, to find where a region ends (§10.4 to §10.6)."""

from __future__ import annotations

from array import array
from typing import Final

from page_stats_core.page.parse.elements import FORMATTING, IMPLIED_END, NEVER_HIDDEN, VOID, ImpliedEnd, Memo, fold
from page_stats_core.page.parse.names import Numbers, Tally
from page_stats_core.page.parse.source import SLICE

_LOWER: Final[Memo[str, str]] = Memo(fold)
_NEVER: Final = ImpliedEnd(frozenset(), frozenset())


class Region:
    """The current hidden region. ``name`` is the name of the element that started it, or empty if there is none."""

    __slots__ = ("_implied", "_inside", "_numbers", "_seen", "name")

    def __init__(self, numbers: Numbers) -> None:
        self.name = ""
        self._implied = _NEVER
        self._numbers = numbers
        self._inside = Tally()
        self._seen = array("I")  # the numbers of all names in ``_inside``, perhaps repeated

    def begin(self, name: str) -> None:
        """Start a region with the element *name*."""
        self.name = name
        self._implied = IMPLIED_END.get(name, _NEVER)
        self.open(name)

    def end(self) -> None:
        """End the region, even if elements inside it are open."""
        self.name = ""
        self._inside.clear(self._seen)
        del self._seen[:]

    def open(self, name: str) -> None:
        """Record a start tag inside the region."""
        number = self._numbers[name]
        if self._inside.add(number) == 1:
            self._seen.append(number)

    def close(self, name: str) -> bool:
        """Record an end tag; return whether it matches an open element of the region or the element that started it."""
        return self._inside.remove(self._numbers[name])

    def is_closed(self) -> bool:
        """Return whether the region's own end tag has been read (§10.5)."""
        return not self._inside.has(self._numbers[self.name])

    def ends_before(self, name: str) -> bool:
        """Return whether the start tag *name* implies the end of the region (§10.6)."""
        return name in self._implied.before and not any(
            self._inside.has(self._numbers[other]) for other in self._implied.unless
        )


class Outside:
    """The open elements outside hidden regions. Few pages need them, so tags are counted only in ``close``."""

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

    def close(self, name: str) -> bool:
        """Record an end tag that matches no element inside the region; return whether it ends the region (§10.5)."""
        if name in FORMATTING:
            return False
        if self._notes:
            self._join()
        for notes in self._joined:
            self._work_out(notes)
        self._joined.clear()
        return self._open.remove(self._numbers[name])

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
