"""Names of elements as numbers, and how many elements of each name are open, in little memory.

A page of 2 MB can hold 330,000 different names. As strings in dictionaries they take 30 times the memory of the page;
as numbers, with their letters side by side, they take five times.
"""

from __future__ import annotations

from array import array

# The first names are looked up in a dictionary, which is faster; no honest page has more.
_QUICK_MAX = 4096
_FIRST_SLOTS = 8192


class Numbers:
    """Gives each name a number, counted from 0. The same name always has the same number."""

    __slots__ = ("_ends", "_letters", "_quick", "_slots")

    def __init__(self) -> None:
        self._quick: dict[str, int] = {}
        # A hash table with open addressing: in its slots are numbers of names, plus 1, and 0 where there is none.
        self._slots = array("I", [0]) * _FIRST_SLOTS
        self._letters = bytearray()  # of all names that are not in the dictionary, one after the other
        self._ends = array("I", [0])  # where they end

    def __getitem__(self, name: str) -> int:
        """Return the number of *name*."""
        number = self._quick.get(name)
        if number is not None:
            return number
        if len(self._quick) < _QUICK_MAX:
            self._quick[name] = number = len(self._quick)
            return number
        return _QUICK_MAX + self._find(name.encode())

    def _find(self, name: bytes) -> int:
        """Return the place of *name* among those in the table; put it there if it is not."""
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
    """How many elements of each name are open; names are numbers."""

    __slots__ = ("_open", "_opened")

    def __init__(self) -> None:
        self._open = array("I")
        self._opened = array("I")  # every name that was opened when none was open

    def add(self, number: int) -> None:
        """Open one."""
        counts = self._open
        if number >= len(counts):
            counts.frombytes(bytes(4 * (number + 1 - len(counts))))
        if not counts[number]:
            self._opened.append(number)
        counts[number] += 1

    def has(self, number: int) -> bool:
        """Tell whether one is open."""
        return number < len(self._open) and self._open[number] > 0

    def remove(self, number: int) -> bool:
        """Close one; tell whether one was open."""
        if not self.has(number):
            return False
        self._open[number] -= 1
        return True

    def clear(self) -> None:
        """Close all."""
        for number in self._opened:
            self._open[number] = 0
        del self._opened[:]
