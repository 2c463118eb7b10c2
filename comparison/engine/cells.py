"""Cells: what a probe saw of a host, and the file that keeps the last proof of each. How they are shown is not here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

# What a host does about a rule that a tool states, or that its user expects.
Verdict = Literal["enforced", "told", "changed", "declared", "hidden", "absent"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)


class Name(NamedTuple):
    """Which cell it is: a question, one of its rows, and the way into a host."""

    question: str
    row: str
    column: str

    def __str__(self) -> str:
        return " / ".join(self)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a probe saw: Markdown by what it is (``""`` where it is one thing), and perhaps what it comes to."""

    parts: Mapping[str, str]
    verdict: Verdict | None = None

    def __str__(self) -> str:
        texts = [f"{what}: {text}" if what else text for what, text in self.parts.items()]
        return "; ".join(texts) + (f" ({self.verdict})" if self.verdict else "")


@dataclass(frozen=True, slots=True)
class Cell:
    """What was seen, and the version and the day of the last proof."""

    seen: Seen
    version: str
    date: str


Sighting = tuple[str, str, Seen]
Cells = dict[Name, Cell]


def saw(row: str, column: str, text: str, verdict: Verdict | None = None) -> Sighting:
    """Return a sighting of one thing."""
    return row, column, Seen({"": text}, verdict)


def as_data(seen: Seen) -> dict[str, Any]:
    """Return *seen* as JSON has it."""
    return {"saw": dict(seen.parts), **({"verdict": seen.verdict} if seen.verdict else {})}


def as_seen(data: Mapping[str, Any]) -> Seen:
    """Return what ``as_data`` was given; raises ``ValueError`` for a verdict that there is not."""
    verdict = data.get("verdict")
    if verdict is not None and verdict not in VERDICTS:
        raise ValueError(f"there is no verdict {verdict!r}")
    return Seen(data["saw"], verdict)


def load(path: Path) -> Cells:
    """Return the cells that are kept, in their order."""
    if not path.exists():
        return {}
    kept = json.loads(path.read_text("utf-8"))
    return {name: Cell(as_seen(data), data["version"], data["date"]) for name, data in _flat(kept)}


def _flat(kept: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[tuple[Name, Mapping[str, Any]]]:
    for question, rows in kept.items():
        for row, columns in rows.items():
            for column, data in columns.items():
                yield Name(question, row, column), data


def dumped(cells: Mapping[Name, Cell]) -> str:
    """Return the text of the file that keeps *cells*."""
    nested: dict[str, dict[str, dict[str, Any]]] = {}
    for name, cell in cells.items():
        row = nested.setdefault(name.question, {}).setdefault(name.row, {})
        row[name.column] = as_data(cell.seen) | {"version": cell.version, "date": cell.date}
    return json.dumps(nested, ensure_ascii=False, indent=2) + "\n"


def moved(kept: Mapping[Name, Cell], found: Mapping[Name, Seen], proved: set[tuple[str, str]]) -> list[str]:
    """Return a line for each cell that is not what it was.

    *proved* are the pairs of a question and a host that were asked; other cells are not judged.
    """
    lines = []
    for name in dict.fromkeys([*kept, *found]):
        if (name.question, host_of(name.column)) in proved:
            was = kept[name].seen if name in kept else None
            now = found.get(name)
            if was != now:
                lines += [f"{name}: {each}" for each in differences(was, now)]
    return lines


def differences(was: Seen | None, now: Seen | None) -> list[str]:
    """Return what differs of a cell: only the parts that do, where both have the same ones."""
    if not (was and now and was.parts.keys() == now.parts.keys() and was.parts != now.parts):
        return [f"was {was or 'not there'}; now {now or 'not there'}"]
    parts = [what for what in was.parts if was.parts[what] != now.parts[what]]
    return [f"{what}{': ' if what else ''}was {was.parts[what]}; now {now.parts[what]}" for what in parts]


def host_of(column: str) -> str:
    """Return the host of *column*: its first word."""
    return column.partition("-")[0]
