"""The cells of a comparison's tables, and the JSON file that stores them with the version and date of the last run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

# How a host treats a rule that a tool declares, or that the tool's user expects.
Verdict = Literal["enforced", "told", "changed", "declared", "hidden", "absent"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)


class Name(NamedTuple):
    """Identifies a cell: a question, one of its rows, and a column (a host, or one way to call a tool on a host)."""

    question: str
    row: str
    column: str

    def __str__(self) -> str:
        return " / ".join(self)


@dataclass(frozen=True, slots=True)
class Observation:
    """A probe's observation for a cell: a Markdown text for each part of the cell, and a verdict in rows with verdicts.

    If a cell has only one part, the name of this part is ``""``.
    """

    parts: Mapping[str, str]
    verdict: Verdict | None = None

    def __str__(self) -> str:
        texts = [f"{part}: {text}" if part else text for part, text in self.parts.items()]
        return "; ".join(texts) + (f" ({self.verdict})" if self.verdict else "")


@dataclass(frozen=True, slots=True)
class Cell:
    """An observation, and the version and date of the run that recorded it."""

    observation: Observation
    version: str
    date: str


# A row, a column, and the observation for the cell in that row and column.
Finding = tuple[str, str, Observation]
Cells = dict[Name, Cell]


def observe(row: str, column: str, text: str, verdict: Verdict | None = None) -> Finding:
    return row, column, Observation({"": text}, verdict)


def to_json(observation: Observation) -> dict[str, Any]:
    verdict = {"verdict": observation.verdict} if observation.verdict else {}
    return {"saw": dict(observation.parts), **verdict}


def from_json(data: Mapping[str, Any]) -> Observation:
    """Reverse ``to_json``. Raises ``ValueError`` for an unknown verdict."""
    verdict = data.get("verdict")
    if verdict is not None and verdict not in VERDICTS:
        raise ValueError(f"unknown verdict {verdict!r}")
    return Observation(data["saw"], verdict)


def load(path: Path) -> Cells:
    """Return the stored cells in file order, or none if the file does not exist."""
    if not path.exists():
        return {}
    stored = json.loads(path.read_text("utf-8"))
    return {name: Cell(from_json(data), data["version"], data["date"]) for name, data in _flat(stored)}


def _flat(stored: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[tuple[Name, Mapping[str, Any]]]:
    for question, rows in stored.items():
        for row, columns in rows.items():
            for column, data in columns.items():
                yield Name(question, row, column), data


def dump(cells: Mapping[Name, Cell]) -> str:
    """Return *cells* as the text of the file that ``load`` reads."""
    nested: dict[str, dict[str, dict[str, Any]]] = {}
    for name, cell in cells.items():
        row = nested.setdefault(name.question, {}).setdefault(name.row, {})
        row[name.column] = to_json(cell.observation) | {"version": cell.version, "date": cell.date}
    return json.dumps(nested, ensure_ascii=False, indent=2) + "\n"


def changed_cells(
    stored: Mapping[Name, Cell], found: Mapping[Name, Observation], probed: set[tuple[str, str]]
) -> list[str]:
    """Return a line for each difference between the cells *stored* and *found*.

    *probed* has the pairs of question and host that were run. Only the cells of these pairs are compared.
    """
    lines = []
    for name in dict.fromkeys([*stored, *found]):
        if (name.question, host_of(name.column)) in probed:
            was = stored[name].observation if name in stored else None
            now = found.get(name)
            if was != now:
                lines += [f"{name}: {each}" for each in differences(was, now)]
    return lines


def differences(was: Observation | None, now: Observation | None) -> list[str]:
    """Describe how two observations differ: each changed part if both have the same parts, else both observations."""
    if not (was and now and was.parts.keys() == now.parts.keys() and was.parts != now.parts):
        return [f"was {was or 'not there'}; now {now or 'not there'}"]
    parts = [part for part in was.parts if was.parts[part] != now.parts[part]]
    return [f"{part}{': ' if part else ''}was {was.parts[part]}; now {now.parts[part]}" for part in parts]


def host_of(column: str) -> str:
    """Return the host of *column*: the part before its first hyphen."""
    return column.partition("-")[0]
