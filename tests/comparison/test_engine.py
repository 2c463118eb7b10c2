"""In both comparisons, of platforms and of frameworks, the stored table cells match the questions and the page.

A cell records what one host does in one row of a question. Changed cells are reported.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from comparison.engine import compare, render
from comparison.engine.cells import Cells, Name, Observation, dump, host_of, load
from comparison.engine.compare import ProbeResults
from comparison.engine.comparison import Comparison
from comparison.frameworks.compared import others
from comparison.platforms.compared import CONTRACTS
from lib.repository import ROOT

# For each comparison, the name of a cell that records which arguments a tool receives.
NAMES = {
    CONTRACTS.module: Name("arguments", "true", "langchain-agent"),
    others().module: Name("arguments", "true", "pydantic_ai"),
}


@pytest.fixture(params=[CONTRACTS, others()], ids=["platforms", "frameworks"])
def comparison(request: pytest.FixtureRequest) -> Comparison:
    """Return one of the two comparisons."""
    return request.param


@pytest.fixture
def stored(comparison: Comparison) -> Cells:
    """Return the cells that the repository stores for the comparison."""
    return load(comparison.store)


class TestStore:
    def test_every_cell_has_a_question(self, comparison: Comparison, stored: Cells) -> None:
        """Every stored cell belongs to a question."""
        asked = {each.name: each for each in comparison.questions}
        assert [str(name) for name in stored if not asked[name.question].covers(name)] == []

    def test_every_host_has_answered(self, comparison: Comparison, stored: Cells) -> None:
        """Every question has a cell for each of its hosts."""
        answered = {(name.question, host_of(name.column)) for name in stored}
        assert answered == {(each.name, host) for each in comparison.questions for host in each.hosts}

    def test_every_row_has_cells(self, comparison: Comparison, stored: Cells) -> None:
        """Every row of every question has at least one cell."""
        rows = {(each.name, row) for each in comparison.questions for row in each.rows}
        assert {(name.question, name.row) for name in stored} == rows

    def test_columns_are_ways(self, comparison: Comparison) -> None:
        """Every column has a display name and belongs to a known host."""
        columns = {column for each in comparison.questions for column in each.columns}
        assert columns <= set(comparison.ways)
        assert {host_of(column) for column in columns} <= set(comparison.hosts)

    def test_there_and_back(self, comparison: Comparison, stored: Cells) -> None:
        """Loading and dumping the stored cells reproduces the file exactly."""
        assert comparison.store.read_text("utf-8") == dump(stored)

    def test_independent_of_the_machine(self, comparison: Comparison) -> None:
        """No cell contains a path, port, id or time from the machine on which the cell was recorded."""
        text = comparison.store.read_text("utf-8")
        assert str(Path.home()) not in text
        assert str(ROOT) not in text
        assert re.findall(r"/tmp/|127\.0\.0\.\d:\d+|0x[0-9a-f]{6,}|call_\w{8}|\d\d:\d\d:\d\d", text) == []


class TestChanged:
    def results_of(self, cells: Cells, *hosts: str) -> ProbeResults:
        """Return probe results in which each host in *hosts* has its observations in *cells*."""
        observed = {name: cell.observation for name, cell in cells.items() if host_of(name.column) in hosts}
        return ProbeResults(observed, dict.fromkeys(hosts, "1.0"))

    def test_nothing(self, comparison: Comparison, stored: Cells) -> None:
        """The check passes if the probes' results and the page match the stored cells."""
        assert (
            compare.check(comparison, stored, self.results_of(stored, *comparison.hosts), list(comparison.names)) == 0
        )

    def test_a_cell_changed_by_hand(
        self, comparison: Comparison, stored: Cells, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """If a stored cell differs from the probe's result, the check prints the cell's name and both texts."""
        name = NAMES[comparison.module]
        changed = stored | {name: replace(stored[name], observation=Observation({"": "refused"}, "enforced"))}
        results = self.results_of(stored, *comparison.hosts)
        assert compare.check(comparison, changed, results, list(comparison.names)) == 1
        first, *_ = capsys.readouterr().out.splitlines()
        assert first.startswith(f"{name}: was refused (enforced); now the tool gets: `")

    def test_a_host_that_behaves_otherwise(
        self, comparison: Comparison, stored: Cells, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """If a host's behaviour has changed, the check names the cell. Hosts without results are not compared."""
        name = NAMES[comparison.module]
        results = self.results_of(stored, host_of(name.column))
        results.cells[name] = Observation({"": "refused"}, "enforced")
        assert compare.check(comparison, stored, results, list(comparison.names)) == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith(f"{name}: was the tool gets: `")


class TestPage:
    def test_matches_its_cells(self, comparison: Comparison, stored: Cells) -> None:
        """The page and its pictures match their sources: the stored cells, the prose and the programs."""
        assert compare.stale(comparison, stored) == []

    def test_changed_by_hand(self, comparison: Comparison, stored: Cells) -> None:
        """If a row of a table is missing on the page, the error names the question and the row."""
        lines = render.rendered(comparison, stored)
        text = "\n".join(line.text for line in lines if line.row != "arguments / true")
        (fault,) = render.differing(lines, text)
        assert fault.startswith("arguments / true: the page should say | ")
