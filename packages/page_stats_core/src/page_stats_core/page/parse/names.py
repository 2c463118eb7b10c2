"""Assign numbers to element names, and count the open elements of each name, in little memory.

A page of 2 MB can contain 330,000 different names. As strings in dictionaries, these names take 30 times the memory of
the page. As numbers, with their letters in one buffer, they take six times the memory of the page.
"""

from __future__ import annotations

from array import array
from typing import Final

# The first names, up to this number, are kept in a dictionary, which is faster than the hash tables. Real pages do not
# have more names.
QUICK_MAX: Final = 4096
# The number of hash tables. If there were only one table, its growth would block all other work for 0.1 s.
_TABLES: Final = 64
_FIRST_SLOTS: Final = 128
_GROWTH: Final = 4


class Numbers(dict[str, int]):
    """Assigns numbers to names, starting at 0. The same name always gets the same number."""

    __slots__ = ("_ends", "_free", "_letters", "_tables")

    def __init__(self) -> None:
        super().__init__()
        # The names that are not in the dictionary: the letters of all these names in one buffer, the end of each name
        # in the buffer, and hash tables with open addressing. A slot of a table holds the place of a name in the buffer
        # (1 is the first name), or 0 if the slot is empty.
        self._letters = bytearray()
        self._ends = array("I", [0])
        self._tables: list[array[int]] = []
        self._free: list[int] = []  # slots left in each table before it grows

    def __missing__(self, name: str) -> int:
        """Return the number of *name*, which is not in the dictionary."""
        if len(self) < QUICK_MAX:
            self[name] = number = len(self)
            return number
        if not self._tables:
            self._tables = [_slots(_FIRST_SLOTS) for _ in range(_TABLES)]
            self._free = [_usable(_FIRST_SLOTS, table) for table in range(_TABLES)]
        return QUICK_MAX + self._find(name.encode())

    def _find(self, name: bytes) -> int:
        """Return the place of *name* in the buffer (0 is the first name). Add *name* if it is new."""
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
    """Return how many of its *slots* a table may fill before it grows.

    The number differs between tables, so that they do not all grow at the same time.
    """
    return slots * (_TABLES + table) // (4 * _TABLES)


class Tally:
    """The number of open elements of each name. A name is identified by its number."""

    __slots__ = ("_open",)

    def __init__(self) -> None:
        self._open: list[int] = []

    def add(self, number: int) -> int:
        """Count an opened element; return how many elements of its name are now open."""
        counts = self._open
        while number >= len(counts):
            counts.append(0)
        counts[number] += 1
        return counts[number]

    def has(self, number: int) -> bool:
        """Return whether an element whose name has this *number* is open."""
        return number < len(self._open) and self._open[number] > 0

    def remove(self, number: int) -> bool:
        """Count a closed element; return whether an element of its name was open."""
        if number < len(self._open) and self._open[number]:
            self._open[number] -= 1
            return True
        return False

    def clear(self, numbers: array[int]) -> None:
        """Close all elements whose names have these *numbers*."""
        for number in numbers:
            self._open[number] = 0
