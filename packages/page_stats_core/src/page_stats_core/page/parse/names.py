"""Names of elements as numbers, and how many elements of each name are open, in little memory.

A page of 2 MB can hold 330,000 different names. As strings in dictionaries they take 30 times the memory of the page;
as numbers, with their letters side by side, they take six times.
"""

from __future__ import annotations

from array import array
from typing import Final

# So many names are looked up in a dictionary, which is faster. No honest page has more.
QUICK_MAX: Final = 4096
# Of hash tables. One alone would stop everything else for 0.1 s when it grows.
_TABLES: Final = 64
_FIRST_SLOTS: Final = 128
_GROWTH: Final = 4


class Numbers(dict[str, int]):
    """Gives each name a number, counted from 0. The same name always has the same number."""

    __slots__ = ("_ends", "_free", "_letters", "_tables")

    def __init__(self) -> None:
        super().__init__()
        # Names that are not in the dictionary: their letters one after the other, where they end, and hash tables with
        # open addressing, in whose slots are their places, counted from 1, and 0 where there is none.
        self._letters = bytearray()
        self._ends = array("I", [0])
        self._tables: list[array[int]] = []
        self._free: list[int] = []  # slots of each table that may still be taken

    def __missing__(self, name: str) -> int:
        """Return the number of a *name* that is not in the dictionary."""
        if len(self) < QUICK_MAX:
            self[name] = number = len(self)
            return number
        if not self._tables:
            self._tables = [_slots(_FIRST_SLOTS) for _ in range(_TABLES)]
            self._free = [_usable(_FIRST_SLOTS, table) for table in range(_TABLES)]
        return QUICK_MAX + self._find(name.encode())

    def _find(self, name: bytes) -> int:
        """Return the place of *name*, counted from 0; put it into its table if it is not there."""
        code, letters, ends = hash(name), self._letters, self._ends
        table = code % _TABLES
        slots = self._tables[table]
        last = len(slots) - 1
        slot = code // _TABLES & last
        while place := slots[slot]:
            if letters[ends[place - 1] : ends[place]] == name:
                return place - 1
            slot = (slot + 1) & last
        slots[slot] = place = len(ends)
        letters += name
        ends.append(len(letters))
        self._free[table] -= 1
        if not self._free[table]:
            self._grow(table)
        return place - 1

    def _grow(self, table: int) -> None:
        """Make more room in a table."""
        names, slots = self._tables[table], _slots(len(self._tables[table]) * _GROWTH)
        last = len(slots) - 1
        for place in filter(None, names):
            slot = hash(bytes(self._letters[self._ends[place - 1] : self._ends[place]])) // _TABLES & last
            while slots[slot]:
                slot = (slot + 1) & last
            slots[slot] = place
        self._free[table] = _usable(len(slots), table) - _usable(len(names), table)
        self._tables[table] = slots


def _slots(count: int) -> array[int]:
    return array("I", [0]) * count


def _usable(slots: int, table: int) -> int:
    """Return how many of its *slots* a table may fill before it grows: not the same, or all would grow together."""
    return slots * (_TABLES + table) // (4 * _TABLES)


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
