"""What a comparison is: what it asks whom, what proves it, and where its cells and its page are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comparison.engine.cells import Cells, Name, Sighting, host_of


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page, and the row of cells that it shows, if it does."""

    text: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what its rows are called, which ways it asks, and what runs it, by its phase."""

    name: str
    rows: Mapping[str, str]
    columns: tuple[str, ...]
    probes: Mapping[str, Callable[[Any], Iterable[Sighting]]] = field(default_factory=dict)

    def announces(self, name: Name) -> bool:
        """Whether a probe may fill the cell of this name."""
        return name.row in self.rows and name.column in self.columns

    @property
    def hosts(self) -> set[str]:
        """The hosts that are asked."""
        return {host_of(column) for column in self.columns}


def _nothing(_: Cells) -> dict[Path, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Comparison:
    """One page of cells.

    *module* proves one host: ``python -m MODULE HOST FILE QUESTION …``, in the environment of hatch that *environments*
    names for the host, if it does. *ways* are the columns as the page calls them, *places* what the prose may show
    beside tables, *pictures* what is drawn of the cells.
    """

    command: str
    module: str
    store: Path
    page: Path
    prose: Path
    hosts: tuple[str, ...]
    ways: Mapping[str, str]
    questions: Sequence[Question]
    probes: str
    environments: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Callable[[str], Iterator[Line]]] = field(default_factory=dict)
    pictures: Callable[[Cells], dict[Path, str]] = _nothing

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the questions, in their order."""
        return tuple(each.name for each in self.questions)
