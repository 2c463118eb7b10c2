"""The framework comparison: its stored cells, how changes are reported, and its page."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from comparison.engine import compare, render
from comparison.engine.cells import Cells, Name, load
from comparison.engine.compare import Found
from comparison.frameworks import compared, run_probes
from comparison.frameworks.compared import FRAMEWORKS, NAMES, READ, others
from comparison.frameworks.framework import Ran, Read, saw
from comparison.frameworks.toy import FAILED, SAID, Core, echo
from lib import hatch_env

OTHERS = others()
NAME = Name("arguments", "true", "pydantic_ai")


@pytest.fixture(scope="module")
def kept() -> Cells:
    """Return the stored cells of the repository."""
    return load(OTHERS.store)


def found_of(cells: Cells, *names: str) -> Found:
    """Return what the probes of these frameworks would find if nothing had changed."""
    seen = {name: cell.seen for name, cell in cells.items() if name.column in names}
    return Found(seen, dict.fromkeys(names, "1.0"))


class TestStore:
    def test_arguments_and_packages_are_complete(self, kept: Cells) -> None:
        """Each framework has a cell for every argument and for every package of ours."""
        for question in OTHERS.questions:
            if question.name in {"arguments", "packages"}:
                places = {Name(question.name, row, column) for row in question.rows for column in FRAMEWORKS}
                assert places <= set(kept)

    def test_what_was_only_read(self, kept: Cells) -> None:
        """Cells of frameworks that were only read are marked "by reading", and cells that were run are not."""
        for name, cell in kept.items():
            marked = [text.startswith("by reading: ") for text in cell.seen.parts.values()]
            assert name.column not in READ or all(marked), str(name)
            assert name.column in READ or name.question == "packages" or not any(marked), str(name)

    def test_every_program_works(self, kept: Cells) -> None:
        """Every program's model receives the page, and no run ends early."""
        for name, cell in kept.items():
            if name.question == "packages" and "a page" in cell.seen.parts:
                assert "Low water" in cell.seen.parts["a page"], str(name)
                assert "the run ends" not in str(cell.seen), str(name)


class TestMissing:
    def test_cannot_be_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A framework whose environment cannot be created is missing, with the last line of the installer's output."""
        program = "import sys; sys.exit('Resolving\\nNo solution found')"
        monkeypatch.setattr(compare, "find_hatch", lambda _: "hatch")
        obstacle = compare._obstacle([sys.executable, "-c", program], dict(hatch_env.outer_environment()))
        assert obstacle == "No solution found"
        monkeypatch.setattr(compare, "_obstacle", lambda *_: obstacle)
        found = compare.run_probes(OTHERS, ["pydantic_ai"], list(NAMES))
        assert found.cells == {}
        why = "pydantic_ai: framework.pydantic_ai-pinned cannot be installed: No solution found"
        assert found.missing == {"pydantic_ai": why}

    def test_keeps_the_last_proof(self, kept: Cells) -> None:
        """Cells of a missing framework keep their result, version and date."""
        known = kept | {NAME: replace(kept[NAME], version="pydantic-ai-slim 0.1", date="2026-01-02")}
        cells = compare.merged(OTHERS, known, found_of(kept, "mcp"), list(NAMES))
        assert cells[NAME] == known[NAME]
        assert cells[Name("arguments", "true", "mcp")].version == "1.0"
        assert list(cells) == list(kept)

    def test_newest(self) -> None:
        """The newest releases have environments of their own."""
        assert OTHERS.environments["mcp"] == "framework.mcp-pinned"
        assert others(newest=True).environments["mcp"] == "framework.mcp-newest"
        assert set(OTHERS.environments) == set(FRAMEWORKS) - READ


class TestProving:
    def test_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Results from reading are marked as such, with the source that was read."""
        read = Read("a/b at 1", {"modelling": {"function": "taken"}})
        monkeypatch.setattr(run_probes, "import_module", lambda _: type("Module", (), {"FRAMEWORK": read}))
        proof = asyncio.run(run_probes.proved("mcp", ["modelling", "schema"]))
        assert proof["version"] == "a/b at 1, read"
        assert proof["cells"] == [["modelling", "function", "mcp", {"saw": {"": "by reading: taken"}}]]

    @pytest.mark.parametrize("rows", [["function", "function"], ["no row"]])
    def test_only_its_cells_and_once(self, rows: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """A probe that fills an unknown cell, or a cell twice, raises an error."""

        async def probe(_: object) -> AsyncIterator[object]:
            for row in rows:
                yield saw(row, "seen")

        module = type("Module", (), {"FRAMEWORK": object(), "probe": staticmethod(probe)})
        monkeypatch.setattr(run_probes, "import_module", lambda _: module)
        with pytest.raises(LookupError, match="modelling / "):
            asyncio.run(run_probes.proved("mcp", ["modelling"]))


class TestPage:
    def test_programs(self, kept: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A section that omits one of its framework's programs is rejected."""
        for name in FRAMEWORKS:
            (tmp_path / f"{name}.md").write_text("Nothing.\n", "utf-8")
        monkeypatch.setattr(compared, "SECTIONS", tmp_path)
        with pytest.raises(LookupError, match=r"mcp.md does not show core.py"):
            render.rendered(OTHERS, kept)


class TestToy:
    @pytest.mark.parametrize(("url", "answer"), [("fail:data", FAILED), ("fail:nothing", None)])
    def test_fails_as_it_is_told(self, url: str, answer: object) -> None:
        """The toy core records its calls and fails in the requested way."""
        core = Core()
        assert echo(core)(url) == answer
        assert core.reached == [{"url": url, "timeout_seconds": 10}]
        with pytest.raises(ValueError, match=SAID):
            echo(core)("fail:any")

    def test_run(self) -> None:
        """A run that has ended sends nothing to the model, and texts do not contain pydantic's version."""
        assert Ran(["`a`", "see errors.pydantic.dev/2.14/v/b"]).model == "`a`; see errors.pydantic.dev/[…]/v/b"
        assert Ran(["`a`"], raised=ValueError()).model == "nothing: the run has ended"
