"""The platform comparison: every cell comes from a probe, and every change is reported."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from comparison.engine import compare, render
from comparison.engine.cells import Cell, Cells, Name, Seen, host_of, load, moved, saw
from comparison.engine.compare import Found
from comparison.engine.comparison import Question
from comparison.engine.texts import code, raised, untraced
from comparison.platforms import matrix, run_probes
from comparison.platforms.compared import CONTRACTS
from comparison.platforms.costs import TOYS
from comparison.platforms.questions import HOSTS, NAMES, questions
from lib import stage_report
from lib.locate.dify_sdk import NOT_HERE, find_python
from lib.repository import ROOT

NAME = Name("arguments", "true", "langchain-agent")
DIFYS = Name("arguments", "true", "dify-sdk")


@pytest.fixture(scope="module")
def kept() -> Cells:
    """Return the stored cells of the repository."""
    return load(CONTRACTS.store)


def found_of(cells: Cells, *hosts: str) -> Found:
    """Return what the probes of *hosts* would find if nothing had changed, with all other hosts missing."""
    seen = {name: cell.seen for name, cell in cells.items() if host_of(name.column) in hosts}
    return Found(seen, dict.fromkeys(hosts, "1.0"), {host: f"{host}: gone" for host in HOSTS if host not in hosts})


class TestMoved:
    @pytest.mark.slow
    @pytest.mark.timeout(300)
    def test_another_version_of_a_host(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Dify's oldest SDK, which sends no trace with an error, fails the check that the pinned SDK passes."""
        monkeypatch.setenv("DIFY_SDK", "dify.lowest")
        if find_python("dify.lowest") is None:
            pytest.skip(NOT_HERE)
        command = [sys.executable, "-m", "comparison.platforms", "--check", "--only", "dify", "failures"]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        assert done.returncode == 1
        assert done.stdout.startswith("failures / any error / dify-sdk: the program gets: was `error` ")

    def test_a_cell_that_is_gone_or_new(self, kept: Cells) -> None:
        """A cell has moved if no probe fills it any more or if it is new."""
        found = found_of(kept, "langchain")
        del found.cells[NAME]
        new = Name("arguments", "true", "langchain-other")
        found.cells[new] = Seen({"": "seen"})
        assert [line.partition(":")[0] for line in moved(kept, found.cells, {("arguments", "langchain")})] == [
            str(NAME),
            str(new),
        ]

    def test_not_asked(self, kept: Cells) -> None:
        """Cells of hosts and questions outside the run are ignored."""
        assert moved(kept, {}, {("schema", "dify")}) != []
        assert moved(kept, {}, set()) == []


class TestMissing:
    def test_keeps_the_last_proof(self, kept: Cells) -> None:
        """Cells of a missing host keep their result, version and date, and all others are updated."""
        known = kept | {DIFYS: replace(kept[DIFYS], version="dify_plugin 0.1", date="2026-01-02")}
        cells = compare.merged(CONTRACTS, known, found_of(kept, "langchain"), list(NAMES))
        assert cells[DIFYS] == known[DIFYS]
        assert cells[NAME].version == "1.0"
        assert cells[NAME].seen == kept[NAME].seen
        assert list(cells) == list(kept)

    def test_says_so(self, kept: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """A host that was not run is reported with the reason and with the version and date of its last result."""
        compare.report_missing(Found(missing={"dify": "dify-sdk: no Python"}), {DIFYS: Cell(Seen({}), "0.1", "then")})
        assert capsys.readouterr().out == (
            "Not run here: dify (dify-sdk: no Python); its cells keep their last proof: 0.1 on then.\n"
        )

    def test_as_check_reads_it(self, tmp_path: Path) -> None:
        """`hatch run check` lists a skipped host with its reason, and CHECK_REQUIRE can require it."""
        compare.write_skipped(tmp_path / "results.xml", {"dify": "dify-sdk: no <Python>"})
        report = stage_report.Report(not_run=stage_report.skipped(tmp_path / "results.xml"))
        assert report.not_run == {"compare.dify": "dify-sdk: no <Python>"}
        assert stage_report.missed(report, {"dify-sdk"}) == ["dify-sdk"]

    def test_a_question_alone(self, kept: Cells) -> None:
        """Running one question leaves the host's other cells unchanged."""
        found = found_of(kept, "langchain")
        found.cells = {name: seen for name, seen in found.cells.items() if name.question == "schema"}
        cells = compare.merged(CONTRACTS, kept, found, ["schema"])
        assert cells[NAME] == kept[NAME]
        assert {cell.version for name, cell in cells.items() if name.question == "schema"} >= {"1.0"}


class TestChosen:
    def test_names(self) -> None:
        """Arguments are sorted into hosts and questions, and an empty kind selects all of it."""
        assert compare.chosen(CONTRACTS, ["dify", "schema"]) == (["dify"], ["schema"])
        assert compare.chosen(CONTRACTS, []) == (list(HOSTS), list(NAMES))

    def test_unknown(self) -> None:
        """An unknown name is rejected."""
        with pytest.raises(SystemExit, match="There is no swarm; there are langchain"):
            compare.chosen(CONTRACTS, ["swarm"])


class TestProving:
    @pytest.mark.parametrize(
        "sightings", [[saw("row", "dify", "twice")] * 2, [saw("other", "dify", "no row")], [saw("row", "x", "no way")]]
    )
    def test_only_its_cells_and_once(self, sightings: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
        """A probe that fills an unknown cell, or a cell twice, raises an error."""
        asked = Question("toy", {"row": "row"}, ("dify",), {"dify": lambda _: sightings})  # type: ignore[arg-type]
        monkeypatch.setattr(run_probes, "question", lambda _: asked)
        with pytest.raises(LookupError, match="toy / "):
            list(run_probes.sightings(["dify"], ["toy"], None))


class TestPage:
    def test_leaves_out_nothing(self, kept: Cells) -> None:
        """A page that omits a question is rejected."""
        with pytest.raises(LookupError, match=r"shows nothing of .*schema"):
            render.rendered(CONTRACTS, kept, "{table arguments}")

    def test_boilerplate(self) -> None:
        """The line counts in the prose match the parameter declarations of the toys."""
        function, model, manifest, script = (
            (TOYS / name).read_text("utf-8")
            for name in ("langchain/function.py", "langchain/echo.py", "dify/tools/echo.yaml", "openclaw/index.js")
        )
        written = (
            re.findall(r"^def .*\n", function, re.M),
            re.findall(r"^    Args:\n(?:        .*\n)+", function, re.M),
            re.findall(r"^class EchoArguments.*\n(?:    .*\n)+", model, re.M),
            re.findall(r"^const seconds .*\n|^      parameters: \{\n(?:        .*\n)+      \},\n", script, re.M),
            re.findall(r"^parameters:\n(?:  .*\n)+", manifest, re.M),
        )
        lines = ["".join(found).count("\n") for found in written]
        sentence = re.search(r"^- \*Boilerplate\*: .*", CONTRACTS.prose.read_text("utf-8"), re.M)
        assert sentence is not None
        assert [int(number) for number in re.findall(r"\d+", sentence[0])] == lines

    def test_tables(self, kept: Cells) -> None:
        """Every table row has as many columns as its header, whatever a host answered."""
        for line in (line.text for line in render.rendered(CONTRACTS, kept) if line.row):
            assert line.startswith("| ")
            assert line.endswith(" |")
        unescaped = re.compile(r"(?<!\\)\|")
        heads = 0
        for line in render.rendered(CONTRACTS, kept):
            columns = len(unescaped.findall(line.text)) if line.text.startswith("|") else 0
            heads = heads or columns
            assert columns in {0, heads}, line.text
            heads = columns and heads


class TestPicture:
    def test_rows_are_questions(self, kept: Cells) -> None:
        """Every row of the picture belongs to a question and has a verdict for each of its hosts."""
        asked = {each.name: each for each in questions()}
        for label, question, row in matrix.ROWS:
            judged = (name for name, cell in kept.items() if name[:2] == (question, row) and cell.seen.verdict)
            assert {host_of(name.column) for name in judged} == asked[question].hosts, label

    @pytest.mark.parametrize("path", matrix.SCHEMES, ids=lambda path: path.stem)
    def test_by_itself(self, path: Path, kept: Cells) -> None:
        """The picture is self-contained, runs no scripts, and describes its content in text."""
        root = ET.fromstring(matrix.picture(kept, matrix.SCHEMES[path]))  # generated above, so safe to parse
        names = {each.tag.partition("}")[2] for each in root.iter()}
        assert names == {"svg", "title", "desc", "rect", "text"}
        assert not [name for each in root.iter() for name in each.attrib if "href" in name or name.startswith("on")]
        description = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
        assert "true for a number: LangChain invoke changed" in description

    @pytest.mark.parametrize("path", matrix.SCHEMES, ids=lambda path: path.stem)
    def test_contrast(self, path: Path) -> None:
        """Text has a contrast ratio of at least 4.5:1, as WCAG 2.2 requires."""
        colours = matrix.SCHEMES[path]
        pairs = [(colours.ground, colours.text), *colours.verdicts.values()]
        assert min(contrast(*pair) for pair in pairs) >= 4.5


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, as defined by WCAG."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class TestTexts:
    @pytest.mark.parametrize(
        ("value", "span"),
        [
            ("done", "`done`"),
            ({"a": None, "é": True}, '`{"a": null, "é": true}`'),
            ("one\ntwo\n", "`one⏎two`"),
            ("a `tick`", "`` a `tick` ``"),
            ("", "an empty text"),
        ],
    )
    def test_code(self, value: object, span: str) -> None:
        """A code span shows any text verbatim on one line."""
        assert code(value) == span

    def test_raised(self) -> None:
        """Abstract class errors read the same in every Python, and an error without a message shows its type."""
        older = TypeError("Can't instantiate abstract class A with abstract method _run")
        newer = TypeError("Can't instantiate abstract class A without an implementation for abstract method '_run'")
        assert raised(older) == raised(newer)
        assert raised(KeyError()) == "`KeyError`"

    def test_untraced(self) -> None:
        """A traceback is reduced to its first and last line."""
        trace = 'Traceback (most recent call last):\n  File "/a/b.py", line 1, in f\n    g()\nValueError: no\n'
        assert untraced(trace) == "Traceback (most recent call last): […]\nValueError: no\n"
