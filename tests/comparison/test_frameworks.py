"""The comparison of other agent frameworks: its stored table cells, missing frameworks, probes and page."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from comparison.engine import compare, render
from comparison.engine.cells import Cells, Name, load
from comparison.engine.compare import ProbeResults
from comparison.frameworks import compared, run_probes
from comparison.frameworks.compared import FRAMEWORKS, NAMES, READ, others
from comparison.frameworks.framework import Ran, Read, observe
from comparison.frameworks.toy import FAILED, SAID, Core, echo
from lib import hatch_env

OTHERS = others()
NAME = Name("arguments", "true", "pydantic_ai")


@pytest.fixture(scope="module")
def stored() -> Cells:
    """Return the cells that the repository stores for the comparison."""
    return load(OTHERS.store)


def results_of(cells: Cells, *names: str) -> ProbeResults:
    """Return probe results in which each framework in *names* has its observations in *cells*."""
    found = {name: cell.observation for name, cell in cells.items() if name.column in names}
    return ProbeResults(found, dict.fromkeys(names, "1.0"))


class TestStore:
    def test_arguments_and_packages_are_complete(self, stored: Cells) -> None:
        """Each framework has a cell in every row of the questions on arguments and packages."""
        for question in OTHERS.questions:
            if question.name in {"arguments", "packages"}:
                places = {Name(question.name, row, column) for row in question.rows for column in FRAMEWORKS}
                assert places <= set(stored)

    def test_what_was_only_read(self, stored: Cells) -> None:
        """A cell says "by reading" if the framework's source was only read. Other cells may say so only on packages."""
        for name, cell in stored.items():
            marked = [text.startswith("by reading: ") for text in cell.observation.parts.values()]
            assert name.column not in READ or all(marked), str(name)
            assert name.column in READ or name.question == "packages" or not any(marked), str(name)

    def test_every_program_works(self, stored: Cells) -> None:
        """Every program sent the page's title to the model, and no agent run ended early."""
        for name, cell in stored.items():
            if name.question == "packages" and "a page" in cell.observation.parts:
                assert "Low water" in cell.observation.parts["a page"], str(name)
                assert "the run ends" not in str(cell.observation), str(name)


class TestMissing:
    def test_cannot_be_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A framework that cannot be installed is listed as missing, with the last line of the installer's output."""
        program = "import sys; sys.exit('Resolving\\nNo solution found')"
        monkeypatch.setattr(compare, "find_hatch", lambda _: "hatch")
        error = compare._install_error([sys.executable, "-c", program], dict(hatch_env.outer_environment()))
        assert error == "No solution found"
        monkeypatch.setattr(compare, "_install_error", lambda *_: error)
        results = compare.run_probes(OTHERS, ["pydantic_ai"], list(NAMES))
        assert results.cells == {}
        why = "pydantic_ai: installing framework.pydantic_ai-pinned failed: No solution found"
        assert results.missing == {"pydantic_ai": why}

    def test_keeps_the_last_proof(self, stored: Cells) -> None:
        """If a framework is missing, its stored cells keep their observation, version and date."""
        known = stored | {NAME: replace(stored[NAME], version="pydantic-ai-slim 0.1", date="2026-01-02")}
        cells = compare.merged(OTHERS, known, results_of(stored, "mcp"), list(NAMES))
        assert cells[NAME] == known[NAME]
        assert cells[Name("arguments", "true", "mcp")].version == "1.0"
        assert list(cells) == list(stored)

    def test_newest(self) -> None:
        """Each framework has one environment with pinned releases and one with the newest releases."""
        assert OTHERS.environments["mcp"] == "framework.mcp-pinned"
        assert others(newest=True).environments["mcp"] == "framework.mcp-newest"
        assert set(OTHERS.environments) == set(FRAMEWORKS) - READ


class TestProbeFramework:
    def test_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """If a framework's source was only read, its cells say "by reading", and its version names the source."""
        read = Read("a/b at 1", {"modelling": {"function": "taken"}})
        monkeypatch.setattr(run_probes, "import_module", lambda _: type("Module", (), {"FRAMEWORK": read}))
        output = asyncio.run(run_probes.probe_framework("mcp", ["modelling", "schema"]))
        assert output["version"] == "a/b at 1, read"
        assert output["cells"] == [["modelling", "function", "mcp", {"saw": {"": "by reading: taken"}}]]

    @pytest.mark.parametrize("rows", [["function", "function"], ["no row"]])
    def test_only_its_cells_and_once(self, rows: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """It is an error if a probe fills an unknown row, or the same cell twice."""

        async def probe(_: object) -> AsyncIterator[object]:
            for row in rows:
                yield observe(row, "observed")

        module = type("Module", (), {"FRAMEWORK": object(), "probe": staticmethod(probe)})
        monkeypatch.setattr(run_probes, "import_module", lambda _: module)
        with pytest.raises(LookupError, match="modelling / "):
            asyncio.run(run_probes.probe_framework("mcp", ["modelling"]))


class TestPage:
    def test_programs(self, stored: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is an error if a framework's section of the page omits one of its programs."""
        for name in FRAMEWORKS:
            (tmp_path / f"{name}.md").write_text("Nothing.\n", "utf-8")
        monkeypatch.setattr(compared, "SECTIONS", tmp_path)
        with pytest.raises(LookupError, match=r"mcp.md does not show core.py"):
            render.rendered(OTHERS, stored)


class TestToy:
    @pytest.mark.parametrize(("url", "answer"), [("fail:data", FAILED), ("fail:nothing", None)])
    def test_fails_as_its_url_demands(self, url: str, answer: object) -> None:
        """The fake core records its arguments. Depending on the URL, it returns a failure, returns None, or raises."""
        core = Core()
        assert echo(core)(url) == answer
        assert core.reached == [{"url": url, "timeout_seconds": 10}]
        with pytest.raises(ValueError, match=SAID):
            echo(core)("fail:any")

    def test_run(self) -> None:
        """If a run raised an error, the model receives nothing. Pydantic's version is removed from every text."""
        assert Ran(["`a`", "see errors.pydantic.dev/2.14/v/b"]).model == "`a`; see errors.pydantic.dev/[…]/v/b"
        assert Ran(["`a`"], raised=ValueError()).model == "nothing: the run has ended"
