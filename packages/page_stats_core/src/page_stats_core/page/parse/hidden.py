"""Hidden regions: what is open inside and outside of them, and so where they end (§10.4 to §10.6)."""

from __future__ import annotations

from array import array
from typing import Final

from page_stats_core.page.parse.elements import FORMATTING, IMPLIED_END, NEVER_HIDDEN, VOID, ImpliedEnd, Memo, fold
from page_stats_core.page.parse.names import Numbers, Tally
from page_stats_core.page.parse.source import SLICE

_LOWER: Final[Memo[str, str]] = Memo(fold)
_NEVER: Final = ImpliedEnd(frozenset(), frozenset())


class Region:
    """The hidden region. ``name`` is that of its element, and empty where nothing is hidden."""

    __slots__ = ("_implied", "_inside", "_numbers", "_seen", "name")

    def __init__(self, numbers: Numbers) -> None:
        self.name = ""
        self._implied = _NEVER
        self._numbers = numbers
        self._inside = Tally()
        self._seen = array("I")  # every name that was opened inside when none was open

    def begin(self, name: str) -> None:
        """Begin with the element *name*."""
        self.name = name
        self._implied = IMPLIED_END.get(name, _NEVER)
        self.open(name)

    def end(self) -> None:
        """End, whatever is open."""
        self.name = ""
        self._inside.clear(self._seen)
        del self._seen[:]

    def open(self, name: str) -> None:
        """Take note of a start tag inside."""
        number = self._numbers[name]
        if self._inside.add(number) == 1:
            self._seen.append(number)

    def close(self, name: str) -> bool:
        """Take note of an end tag; tell whether it matches something that is open inside, the element included."""
        return self._inside.remove(self._numbers[name])

    def is_closed(self) -> bool:
        """Tell whether the element's own end tag has come (§10.5)."""
        return not self._inside.has(self._numbers[self.name])

    def ends_before(self, name: str) -> bool:
        """Tell whether the start tag *name* implies the end of the element (§10.6)."""
        return name in self._implied.before and not any(
            self._inside.has(self._numbers[other]) for other in self._implied.unless
        )


class Outside:
    """What is open outside hidden regions. It is seldom asked for, so tags are only noted until it is."""

    __slots__ = ("_joined", "_length", "_notes", "_numbers", "_open")

    def __init__(self, numbers: Numbers) -> None:
        self._notes: list[str] = []
        self._length = 0  # of the notes, together
        self._joined: list[str] = []  # notes from before, which take less memory so
        self._numbers = numbers
        self._open = Tally()

    def note(self, tags: str) -> None:
        """Take note of tags: their names, with a slash before those of end tags, and blanks between them."""
        self._notes.append(tags)
        self._length += len(tags)
        if self._length > SLICE:
            self._join()

    def close(self, name: str) -> bool:
        """Take note of an end tag that matches nothing inside; tell whether it matches something here (§10.5)."""
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
        """Count the tags in *notes*. An end tag without an open element counts for nothing."""
        for tag in map(_LOWER.__getitem__, notes.split(" ")):
            if tag[0] == "/":
                self._open.remove(self._numbers[tag[1:]])
            elif tag not in VOID and tag not in NEVER_HIDDEN:
                self._open.add(self._numbers[tag])
