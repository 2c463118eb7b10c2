"""The comparison of the other frameworks: what is kept of them, what moves, and what of their page is shown."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import check
import compare
import pytest
from compare import Found
from contracts import render
from contracts.cells import Cells, Name, Seen, dumped, load
from frameworks import compared, prove
from frameworks.compared import FRAMEWORKS, NAMES, READ, others
from frameworks.framework import Ran, Read, saw
from frameworks.toy import FAILED, SAID, Core, echo

OTHERS = others()
NAME = Name("arguments", "true", "pydantic_ai")


@pytest.fixture(scope="module")
def kept() -> Cells:
    """Return the cells of the repository."""
    return load(OTHERS.store)


def found_of(cells: Cells, *names: str) -> Found:
    """Return what the probes of these frameworks would see if nothing had moved."""
    seen = {name: cell.seen for name, cell in cells.items() if name.column in names}
    return Found(seen, dict.fromkeys(names, "1.0"))


class TestStore:
    def test_every_cell_has_a_question(self, kept: Cells) -> None:
        """No cell is kept that no question asks for."""
        asked = {each.name: each for each in OTHERS.questions}
        assert [str(name) for name in kept if not asked[name.question].announces(name)] == []

    def test_every_framework_has_answered(self, kept: Cells) -> None:
        """Every framework has cells of every question."""
        answered = {(name.question, name.column) for name in kept}
        assert answered == {(name, framework) for name in NAMES for framework in FRAMEWORKS}

    def test_every_row_has_cells(self, kept: Cells) -> None:
        """No row of a question is empty."""
        rows = {(each.name, row) for each in OTHERS.questions for row in each.rows}
        assert {(name.question, name.row) for name in kept} == rows

    def test_arguments_and_packages_are_complete(self, kept: Cells) -> None:
        """Of each framework there is every argument, and every package of ours."""
        for question in OTHERS.questions:
            if question.name in {"arguments", "packages"}:
                places = {Name(question.name, row, column) for row in question.rows for column in FRAMEWORKS}
                assert places <= set(kept)

    def test_what_was_only_read(self, kept: Cells) -> None:
        """A cell says so if its framework was only read, and what was run does not."""
        for name, cell in kept.items():
            marked = [text.startswith("by reading: ") for text in cell.seen.parts.values()]
            assert name.column not in READ or all(marked), str(name)
            assert name.column in READ or name.question == "packages" or not any(marked), str(name)

    def test_every_program_works(self, kept: Cells) -> None:
        """What a program's model is told of a page is kept, and no run of one has ended early."""
        for name, cell in kept.items():
            if name.question == "packages" and "a page" in cell.seen.parts:
                assert "Low water" in cell.seen.parts["a page"], str(name)
                assert "the run ends" not in str(cell.seen), str(name)

    def test_there_and_back(self, kept: Cells) -> None:
        """What is kept is what was written, to the letter."""
        assert OTHERS.store.read_text("utf-8") == dumped(kept)

    def test_tells_nothing_of_this_machine(self) -> None:
        """No cell holds a path, a port, an id or a time of the machine that proved it."""
        text = OTHERS.store.read_text("utf-8")
        assert str(Path.home()) not in text
        assert str(check.ROOT) not in text
        assert re.findall(r"/tmp/|127\.0\.0\.\d:\d+|0x[0-9a-f]{6,}|call_\w{8}|\d\d:\d\d:\d\d", text) == []


class TestMoved:
    def test_nothing(self, kept: Cells) -> None:
        """Where every framework does as it did, and the page is what its cells make, there is nothing to say."""
        assert compare.check(OTHERS, kept, found_of(kept, *FRAMEWORKS), list(NAMES)) == 0

    def test_a_cell_changed_by_hand(self, kept: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """A cell that does not say what the framework did fails, by its name, with both."""
        changed = kept | {NAME: replace(kept[NAME], seen=Seen({"": "refused"}, "enforced"))}
        assert compare.check(OTHERS, changed, found_of(kept, *FRAMEWORKS), list(NAMES)) == 1
        first, *_ = capsys.readouterr().out.splitlines()
        assert first.startswith("arguments / true / pydantic_ai: was refused (enforced); now the tool gets: `")

    def test_a_framework_that_behaves_otherwise(self, kept: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """A release that does something else fails, by the name of the cell; others are not judged."""
        found = found_of(kept, "pydantic_ai")
        found.cells[NAME] = Seen({"": "refused"}, "enforced")
        assert compare.check(OTHERS, kept, found, list(NAMES)) == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith("arguments / true / pydantic_ai: was the tool gets: `")


class TestMissing:
    def test_cannot_be_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A framework whose environment cannot be made is missing, with the last words of what failed."""
        program = "import sys; sys.exit('Resolving\\nNo solution found')"
        monkeypatch.setattr(compare, "find_hatch", lambda _: "hatch")
        obstacle = compare._obstacle([sys.executable, "-c", program], dict(check.outer_environment()))
        assert obstacle == "No solution found"
        monkeypatch.setattr(compare, "_obstacle", lambda *_: obstacle)
        found = compare.prove(OTHERS, ["pydantic_ai"], list(NAMES))
        assert found.cells == {}
        why = "pydantic_ai: installing framework.pydantic_ai-pinned failed: No solution found"
        assert found.missing == {"pydantic_ai": why}

    def test_keeps_the_last_proof(self, kept: Cells) -> None:
        """Its cells keep what was seen, by which version, and when."""
        known = kept | {NAME: replace(kept[NAME], version="pydantic-ai-slim 0.1", date="2026-01-02")}
        cells = compare.merged(OTHERS, known, found_of(kept, "mcp"), list(NAMES))
        assert cells[NAME] == known[NAME]
        assert cells[Name("arguments", "true", "mcp")].version == "1.0"
        assert list(cells) == list(kept)

    def test_newest(self) -> None:
        """With the newest releases each framework has another environment."""
        assert OTHERS.environments["mcp"] == "framework.mcp-pinned"
        assert others(newest=True).environments["mcp"] == "framework.mcp-newest"
        assert set(OTHERS.environments) == set(FRAMEWORKS) - READ


class TestProving:
    def test_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What was read is marked so, and says what was read."""
        read = Read("a/b at 1", {"modelling": {"function": "taken"}})
        monkeypatch.setattr(prove, "import_module", lambda _: type("Module", (), {"FRAMEWORK": read}))
        told = asyncio.run(prove.proved("mcp", ["modelling", "schema"]))
        assert told["version"] == "a/b at 1, read"
        assert told["cells"] == [["modelling", "function", "mcp", {"saw": {"": "by reading: taken"}}]]

    @pytest.mark.parametrize("rows", [["function", "function"], ["no row"]])
    def test_only_its_cells_and_once(self, rows: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """A probe that fills a cell that is not its own, or one twice, breaks."""

        async def probe(_: object) -> AsyncIterator[object]:
            for row in rows:
                yield saw(row, "seen")

        module = type("Module", (), {"FRAMEWORK": object(), "probe": staticmethod(probe)})
        monkeypatch.setattr(prove, "import_module", lambda _: module)
        with pytest.raises(LookupError, match="modelling / "):
            asyncio.run(prove.proved("mcp", ["modelling"]))


class TestPage:
    def test_is_what_its_cells_make(self, kept: Cells) -> None:
        """The page is what the kept cells, the prose and the programs make."""
        assert compare.stale(OTHERS, kept) == []

    def test_changed_by_hand(self, kept: Cells) -> None:
        """A table that was changed on the page is named by its question and its row."""
        lines = render.rendered(OTHERS, kept)
        text = "\n".join(line.text for line in lines if line.row != "retries / raised")
        (fault,) = render.differing(lines, text)
        assert fault.startswith("retries / raised: the page should say | the tool raises, nobody asked |")

    def test_programs(self, kept: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A section without one of the framework's programs is refused."""
        for name in FRAMEWORKS:
            (tmp_path / f"{name}.md").write_text("Nothing.\n", "utf-8")
        monkeypatch.setattr(compared, "SECTIONS", tmp_path)
        with pytest.raises(LookupError, match=r"mcp.md does not show core.py"):
            render.rendered(OTHERS, kept)


class TestToy:
    @pytest.mark.parametrize(("url", "answer"), [("fail:data", FAILED), ("fail:nothing", None)])
    def test_fails_as_it_is_told(self, url: str, answer: object) -> None:
        """The core keeps what reaches it, and fails in each way."""
        core = Core()
        assert echo(core)(url) == answer
        assert core.reached == [{"url": url, "timeout_seconds": 10}]
        with pytest.raises(ValueError, match=SAID):
            echo(core)("fail:any")

    def test_run(self) -> None:
        """A run that has ended tells the model nothing, and pydantic's version is in no text."""
        assert Ran(["`a`", "see errors.pydantic.dev/2.14/v/b"]).model == "`a`; see errors.pydantic.dev/[…]/v/b"
        assert Ran(["`a`"], raised=ValueError()).model == "nothing: the run has ended"
