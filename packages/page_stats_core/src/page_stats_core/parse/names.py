"""Names of elements as numbers, and how many elements of each name are open, in little memory.

A page of 2 MB can hold 330,000 different names. As strings in dictionaries they take 30 times the memory of the page;
as numbers, with their letters side by side, they take six times.
"""

from __future__ import annotations

from array import array
from typing import Final

# So many names are looked up in a dictionary, which is faster. No honest page has more.
QUICK_MAX: Final = 4096
_FIRST_SLOTS = 8192


class Numbers(dict[str, int]):
    """Gives each name a number, counted from 0. The same name always has the same number."""

    __slots__ = ("_ends", "_letters", "_slots")

    def __init__(self) -> None:
        super().__init__()
        # Names that are not in the dictionary: their letters one after the other, where they end, and a hash table with
        # open addressing, in whose slots are their places, counted from 1, and 0 where there is none.
        self._letters = bytearray()
        self._ends = array("I", [0])
        self._slots = array("I", [0]) * _FIRST_SLOTS

    def __missing__(self, name: str) -> int:
        """Return the number of a *name* that is not in the dictionary."""
        if len(self) < QUICK_MAX:
            self[name] = number = len(self)
            return number
        return QUICK_MAX + self._find(name.encode())

    def _find(self, name: bytes) -> int:
        """Return the place of *name* in the table, counted from 0; put it there if it is not."""
        slot = self._slot(name)
        if not self._slots[slot]:
            if len(self._ends) * 3 > len(self._slots) * 2:
                self._grow()
                slot = self._slot(name)
            self._slots[slot] = len(self._ends)
            self._letters += name
            self._ends.append(len(self._letters))
        return self._slots[slot] - 1

    def _slot(self, name: bytes) -> int:
        """Return the slot in which *name* is, or the free one in which it belongs."""
        slots, ends, letters = self._slots, self._ends, self._letters
        last = len(slots) - 1
        slot = hash(name) & last
        while (place := slots[slot]) and letters[ends[place - 1] : ends[place]] != name:
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        """Make room for twice as many names."""
        self._slots = array("I", [0]) * (2 * len(self._slots))
        for place in range(1, len(self._ends)):
            self._slots[self._slot(bytes(self._letters[self._ends[place - 1] : self._ends[place]]))] = place


class Tally:
    """How many elements of each name are open. Names are numbers."""

    __slots__ = ("_open",)

    def __init__(self) -> None:
        self._open: list[int] = []

    def add(self, number: int) -> int:
        """Open one; return how many are open now."""
        counts = self._open
        while number >= len(counts):
            counts.append(0)
        counts[number] += 1
        return counts[number]

    def has(self, number: int) -> bool:
        """Tell whether one is open."""
        return number < len(self._open) and self._open[number] > 0

    def remove(self, number: int) -> bool:
        """Close one; tell whether one was open."""
        if number < len(self._open) and self._open[number]:
            self._open[number] -= 1
            return True
        return False

    def clear(self, numbers: array[int]) -> None:
        """Close all of *numbers*."""
        for number in numbers:
            self._open[number] = 0
