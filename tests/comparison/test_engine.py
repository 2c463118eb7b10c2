"""Both comparisons: stored cells match the questions and the page, and no cell moves unnoticed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from comparison.engine import compare, render
from comparison.engine.cells import Cells, Name, Seen, dumped, host_of, load
from comparison.engine.compare import Found
from comparison.engine.comparison import Comparison
from comparison.frameworks.compared import others
from comparison.platforms.compared import CONTRACTS
from lib.repository import ROOT

# For each comparison, a cell that starts with "the tool gets".
NAMES = {
    CONTRACTS.module: Name("arguments", "true", "langchain-agent"),
    others().module: Name("arguments", "true", "pydantic_ai"),
}


@pytest.fixture(params=[CONTRACTS, others()], ids=["platforms", "frameworks"])
def comparison(request: pytest.FixtureRequest) -> Comparison:
    """Return each comparison."""
    return request.param


@pytest.fixture
def kept(comparison: Comparison) -> Cells:
    """Return the stored cells."""
    return load(comparison.store)


class TestStore:
    def test_every_cell_has_a_question(self, comparison: Comparison, kept: Cells) -> None:
        """Every stored cell belongs to a question."""
        asked = {each.name: each for each in comparison.questions}
        assert [str(name) for name in kept if not asked[name.question].announces(name)] == []

    def test_every_host_has_answered(self, comparison: Comparison, kept: Cells) -> None:
        """Every host of a question has cells for it."""
        answered = {(name.question, host_of(name.column)) for name in kept}
        assert answered == {(each.name, host) for each in comparison.questions for host in each.hosts}

    def test_every_row_has_cells(self, comparison: Comparison, kept: Cells) -> None:
        """Every row of every question has cells."""
        rows = {(each.name, row) for each in comparison.questions for row in each.rows}
        assert {(name.question, name.row) for name in kept} == rows

    def test_columns_are_ways(self, comparison: Comparison) -> None:
        """Every column has a display name and belongs to a known host."""
        columns = {column for each in comparison.questions for column in each.columns}
        assert columns <= set(comparison.ways)
        assert {host_of(column) for column in columns} <= set(comparison.hosts)

    def test_there_and_back(self, comparison: Comparison, kept: Cells) -> None:
        """Loading and dumping the store reproduces the file exactly."""
        assert comparison.store.read_text("utf-8") == dumped(kept)

    def test_tells_nothing_of_this_machine(self, comparison: Comparison) -> None:
        """No cell contains a path, port, id or time of the machine that ran the probes."""
        text = comparison.store.read_text("utf-8")
        assert str(Path.home()) not in text
        assert str(ROOT) not in text
        assert re.findall(r"/tmp/|127\.0\.0\.\d:\d+|0x[0-9a-f]{6,}|call_\w{8}|\d\d:\d\d:\d\d", text) == []


class TestMoved:
    def found_of(self, cells: Cells, *hosts: str) -> Found:
        """Return what the probes of *hosts* observe if nothing has moved."""
        seen = {name: cell.seen for name, cell in cells.items() if host_of(name.column) in hosts}
        return Found(seen, dict.fromkeys(hosts, "1.0"))

    def test_nothing(self, comparison: Comparison, kept: Cells) -> None:
        """The check passes if every host behaves as stored and the page is up to date."""
        assert compare.check(comparison, kept, self.found_of(kept, *comparison.hosts), list(comparison.names)) == 0

    def test_a_cell_changed_by_hand(
        self, comparison: Comparison, kept: Cells, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A stored cell that differs from the host's behaviour fails the check with its name and both values."""
        name = NAMES[comparison.module]
        changed = kept | {name: replace(kept[name], seen=Seen({"": "refused"}, "enforced"))}
        found = self.found_of(kept, *comparison.hosts)
        assert compare.check(comparison, changed, found, list(comparison.names)) == 1
        first, *_ = capsys.readouterr().out.splitlines()
        assert first.startswith(f"{name}: was refused (enforced); now the tool gets: `")

    def test_a_host_that_behaves_otherwise(
        self, comparison: Comparison, kept: Cells, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A changed behaviour fails the check with the name of its cell, and other hosts are not checked."""
        name = NAMES[comparison.module]
        found = self.found_of(kept, host_of(name.column))
        found.cells[name] = Seen({"": "refused"}, "enforced")
        assert compare.check(comparison, kept, found, list(comparison.names)) == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith(f"{name}: was the tool gets: `")


class TestPage:
    def test_is_what_its_cells_make(self, comparison: Comparison, kept: Cells) -> None:
        """The page and its pictures match the stored cells, the prose and the programs."""
        assert compare.stale(comparison, kept) == []

    def test_changed_by_hand(self, comparison: Comparison, kept: Cells) -> None:
        """A table row that was edited by hand is reported by question and row."""
        lines = render.rendered(comparison, kept)
        text = "\n".join(line.text for line in lines if line.row != "retries / raised")
        (fault,) = render.differing(lines, text)
        assert re.match(r"retries / raised: the page should say \| (the tool raises|raised), nobody asked \|", fault)
