"""The comparison of LangChain, Dify and OpenClaw: changed table cells, missing hosts, the page and the picture."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from comparison.engine import compare, render
from comparison.engine.cells import Cell, Cells, Name, Observation, changed_cells, host_of, load, observe
from comparison.engine.compare import ProbeResults
from comparison.engine.comparison import Question
from comparison.engine.texts import code, raised, untraced
from comparison.platforms import picture, run_probes
from comparison.platforms.compared import CONTRACTS
from comparison.platforms.costs import TOYS
from comparison.platforms.questions import HOSTS, NAMES, questions
from lib import stage_report
from lib.locate.dify_sdk import NOT_HERE, find_python
from lib.repository import ROOT

NAME = Name("arguments", "true", "langchain-agent")
DIFYS = Name("arguments", "true", "dify-sdk")


@pytest.fixture(scope="module")
def stored() -> Cells:
    """Return the cells that the repository stores for the comparison."""
    return load(CONTRACTS.store)


def results_of(cells: Cells, *hosts: str) -> ProbeResults:
    """Return probe results in which the hosts in *hosts* have their observations in *cells* and others are missing."""
    found = {name: cell.observation for name, cell in cells.items() if host_of(name.column) in hosts}
    missing = {host: f"{host}: gone" for host in HOSTS if host not in hosts}
    return ProbeResults(found, dict.fromkeys(hosts, "1.0"), missing)


class TestChanged:
    @pytest.mark.slow
    @pytest.mark.timeout(300)
    def test_another_version_of_a_host(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The check fails with the oldest Dify SDK, because this version sends errors without a traceback."""
        monkeypatch.setenv("DIFY_SDK", "dify.lowest")
        if find_python("dify.lowest") is None:
            pytest.skip(NOT_HERE)
        command = [sys.executable, "-m", "comparison.platforms", "--check", "--only", "dify", "failures"]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        assert done.returncode == 1
        assert done.stdout.startswith("failures / any error / dify-sdk: the program gets: was `error` ")

    def test_a_cell_that_is_gone_or_new(self, stored: Cells) -> None:
        """A cell counts as changed if its probe no longer fills it, or if it is new."""
        results = results_of(stored, "langchain")
        del results.cells[NAME]
        new = Name("arguments", "true", "langchain-other")
        results.cells[new] = Observation({"": "observed"})
        lines = changed_cells(stored, results.cells, {("arguments", "langchain")})
        assert [line.partition(":")[0] for line in lines] == [str(NAME), str(new)]

    def test_not_asked(self, stored: Cells) -> None:
        """Cells of hosts and questions that were not probed are not compared."""
        assert changed_cells(stored, {}, {("schema", "dify")}) != []
        assert changed_cells(stored, {}, set()) == []


class TestMissing:
    def test_keeps_the_last_proof(self, stored: Cells) -> None:
        """If a host is missing, its stored cells keep their observation, version and date. Other cells are updated."""
        known = stored | {DIFYS: replace(stored[DIFYS], version="dify_plugin 0.1", date="2026-01-02")}
        cells = compare.merged(CONTRACTS, known, results_of(stored, "langchain"), list(NAMES))
        assert cells[DIFYS] == known[DIFYS]
        assert cells[NAME].version == "1.0"
        assert cells[NAME].observation == stored[NAME].observation
        assert list(cells) == list(stored)

    def test_says_so(self, stored: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """A missing host is reported with the reason and with the version and date of its stored cells."""
        compare.report_missing(
            ProbeResults(missing={"dify": "dify-sdk: no Python"}), {DIFYS: Cell(Observation({}), "0.1", "then")}
        )
        assert capsys.readouterr().out == (
            "Not run here: dify (dify-sdk: no Python); its cells keep their last proof: 0.1 on then.\n"
        )

    def test_as_check_reads_it(self, tmp_path: Path) -> None:
        """`hatch run check` lists a missing host with the reason. It fails if CHECK_REQUIRE names the host."""
        compare.write_skipped(tmp_path / "results.xml", {"dify": "dify-sdk: no <Python>"})
        report = stage_report.Report(not_run=stage_report.skipped(tmp_path / "results.xml"))
        assert report.not_run == {"compare.dify": "dify-sdk: no <Python>"}
        assert stage_report.missed(report, {"dify-sdk"}) == ["dify-sdk"]

    def test_a_question_alone(self, stored: Cells) -> None:
        """If only one question is probed, the cells of the other questions do not change."""
        results = results_of(stored, "langchain")
        results.cells = {name: found for name, found in results.cells.items() if name.question == "schema"}
        cells = compare.merged(CONTRACTS, stored, results, ["schema"])
        assert cells[NAME] == stored[NAME]
        assert {cell.version for name, cell in cells.items() if name.question == "schema"} >= {"1.0"}


class TestSelect:
    def test_names(self) -> None:
        """Names select hosts and questions. If no names are given, all hosts and questions are selected."""
        assert compare.select(CONTRACTS, ["dify", "schema"]) == (["dify"], ["schema"])
        assert compare.select(CONTRACTS, []) == (list(HOSTS), list(NAMES))

    def test_unknown(self) -> None:
        """An unknown name is rejected. The error lists the known names."""
        with pytest.raises(SystemExit, match=r"unknown name swarm \(choose from langchain"):
            compare.select(CONTRACTS, ["swarm"])


class TestFindings:
    @pytest.mark.parametrize(
        "findings",
        [[observe("row", "dify", "twice")] * 2, [observe("other", "dify", "no row")], [observe("row", "x", "no way")]],
    )
    def test_only_its_cells_and_once(self, findings: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
        """It is an error if a probe fills an unknown row or column, or the same cell twice."""
        toy = Question("toy", {"row": "row"}, ("dify",), {"dify": lambda _: findings})  # type: ignore[arg-type]
        monkeypatch.setattr(run_probes, "question", lambda _: toy)
        with pytest.raises(LookupError, match="toy / "):
            list(run_probes.findings(["dify"], ["toy"], None))


class TestPage:
    def test_leaves_out_nothing(self, stored: Cells) -> None:
        """It is an error if the page omits a question."""
        with pytest.raises(LookupError, match=r"shows nothing of .*schema"):
            render.rendered(CONTRACTS, stored, "{table arguments}")

    def test_boilerplate(self) -> None:
        """The page states the correct numbers of lines for the example tools in the folder ``toys``."""
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
        prose = re.search(r"^- \*Boilerplate\*: .*", CONTRACTS.prose.read_text("utf-8"), re.M)
        assert prose is not None
        assert [int(number) for number in re.findall(r"\d+", prose[0])] == lines

    def test_tables(self, stored: Cells) -> None:
        """Every row of a table has as many cells as the table's header."""
        for line in (line.text for line in render.rendered(CONTRACTS, stored) if line.row):
            assert line.startswith("| ")
            assert line.endswith(" |")
        unescaped = re.compile(r"(?<!\\)\|")
        heads = 0
        for line in render.rendered(CONTRACTS, stored):
            columns = len(unescaped.findall(line.text)) if line.text.startswith("|") else 0
            heads = heads or columns
            assert columns in {0, heads}, line.text
            heads = columns and heads


class TestPicture:
    def test_rows_are_questions(self, stored: Cells) -> None:
        """Each row of the picture shows a row of a question in which every host of the question has a verdict."""
        by_name = {each.name: each for each in questions()}
        for label, question, row in picture.ROWS:
            names = (name for name, cell in stored.items() if name[:2] == (question, row) and cell.observation.verdict)
            assert {host_of(name.column) for name in names} == by_name[question].hosts, label

    @pytest.mark.parametrize("path", picture.SCHEMES, ids=lambda path: path.stem)
    def test_self_contained(self, path: Path, stored: Cells) -> None:
        """The picture contains no external references or scripts, and has a description of its content in words."""
        root = ET.fromstring(picture.picture(stored, picture.SCHEMES[path]))  # trusted: our own code wrote it
        names = {each.tag.partition("}")[2] for each in root.iter()}
        assert names == {"svg", "title", "desc", "rect", "text"}
        assert not [name for each in root.iter() for name in each.attrib if "href" in name or name.startswith("on")]
        description = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
        assert "true for a number: LangChain invoke changed" in description

    @pytest.mark.parametrize("path", picture.SCHEMES, ids=lambda path: path.stem)
    def test_contrast(self, path: Path) -> None:
        """The contrast between text and its background is at least 4.5 to 1, as WCAG 2.2 requires."""
        colours = picture.SCHEMES[path]
        pairs = [(colours.ground, colours.text), *colours.verdicts.values()]
        assert min(contrast(*pair) for pair in pairs) >= 4.5


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours."""
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
        """A value is shown as a Markdown code span on one line."""
        assert code(value) == span

    def test_raised(self) -> None:
        """An abstract class's error has the same text on every Python. An error without a message shows its type."""
        older = TypeError("Can't instantiate abstract class A with abstract method _run")
        newer = TypeError("Can't instantiate abstract class A without an implementation for abstract method '_run'")
        assert raised(older) == raised(newer)
        assert raised(KeyError()) == "`KeyError`"

    def test_untraced(self) -> None:
        """A traceback is reduced to its first and last lines."""
        trace = 'Traceback (most recent call last):\n  File "/a/b.py", line 1, in f\n    g()\nValueError: no\n'
        assert untraced(trace) == "Traceback (most recent call last): […]\nValueError: no\n"
