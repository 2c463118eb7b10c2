"""Hidden regions: where they end (§10.4 to §10.6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from page_stats_core.parse.elements import FORMATTING, IMPLIED_END, NEVER_HIDDEN, VOID, Memo, fold

_LOWER = Memo(fold)


class Region:
    """A hidden region, by the name of its element, and what is open inside it."""

    __slots__ = ("_inside", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._inside = defaultdict(int, {name: 1})

    def ends_before(self, name: str) -> bool:
        """Tell whether the start tag *name* implies the end of the region's element (§10.6)."""
        implied = IMPLIED_END.get(self.name)
        return implied is not None and name in implied.before and not any(map(self._inside.get, implied.unless))

    def open(self, name: str) -> None:
        """Take note of a start tag inside."""
        self._inside[name] += 1

    def close(self, name: str) -> bool:
        """Take note of an end tag; tell whether it matches something that is open inside, or the element itself."""
        if not self._inside.get(name):
            return False
        self._inside[name] -= 1
        return True

    def has_ended(self) -> bool:
        """Tell whether the element's own end tag has come."""
        return not self._inside[self.name]


class OpenOutside:
    """What is open outside hidden regions. It is seldom asked for, so tags are only noted until it is."""

    __slots__ = ("_noted", "_open")

    def __init__(self) -> None:
        self._noted: list[str] = []
        self._open: dict[str, int] = {}

    def note(self, tags: str) -> None:
        """Take note of tags: names with a slash before those of end tags, and blanks between them."""
        self._noted.append(tags)

    def close(self, name: str) -> bool:
        """Take note of an end tag that matches nothing inside; tell whether it matches something outside (§10.5)."""
        if name in FORMATTING:
            return False
        self._work_out()
        if not self._open.get(name):
            return False
        self._open[name] -= 1
        return True

    def _work_out(self) -> None:
        """Count what is noted. An end tag without an open element counts for nothing."""
        for tags in self._noted:
            self._count(tags.split(" "))
        self._noted.clear()

    def _count(self, tags: Iterable[str]) -> None:
        still_open = self._open
        for tag in map(_LOWER.__getitem__, tags):
            if tag[0] == "/":
                if still_open.get(tag[1:]):
                    still_open[tag[1:]] -= 1
            elif tag not in VOID and tag not in NEVER_HIDDEN:
                still_open[tag] = still_open.get(tag, 0) + 1
