"""Defines a comparison: its questions and hosts, how the hosts are probed, and where the results are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comparison.engine.cells import Cells, Finding, Name, host_of


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page. *row* names the row whose cells the line shows, if any."""

    text: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A table of the page: the rows (labels by name), the columns, and the probe function of each phase."""

    name: str
    rows: Mapping[str, str]
    columns: tuple[str, ...]
    probes: Mapping[str, Callable[[Any], Iterable[Finding]]] = field(default_factory=dict)

    def covers(self, name: Name) -> bool:
        """Return whether a probe of this question may fill the cell *name*."""
        return name.row in self.rows and name.column in self.columns

    @property
    def hosts(self) -> set[str]:
        return {host_of(column) for column in self.columns}


def _no_pictures(_: Cells) -> dict[Path, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of hosts, with the page that contains its results.

    ``python -m MODULE HOST FILE QUESTION …`` probes one host. If *environments* names a hatch environment for the host,
    the probes run in this environment. *ways* maps columns to their titles. *places* maps each further placeholder of
    the prose to a function that yields the placeholder's lines. *pictures* draws the cells.
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
    pictures: Callable[[Cells], dict[Path, str]] = _no_pictures

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the questions, in page order."""
        return tuple(each.name for each in self.questions)
