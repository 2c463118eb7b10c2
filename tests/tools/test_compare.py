"""The comparison: every cell is a probe's, and none moves without being named."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import check
import compare
import pytest
from compare import Found
from contracts import matrix, prove, render
from contracts.cells import Cell, Cells, Name, Seen, dumped, host_of, load, moved, saw
from contracts.compared import CONTRACTS
from contracts.comparison import Question
from contracts.costs import TOYS
from contracts.questions import HOSTS, NAMES, WAYS, questions
from contracts.texts import code, raised, untraced
from dify_sdk import NOT_HERE, find_python

NAME = Name("arguments", "true", "langchain-agent")
DIFYS = Name("arguments", "true", "dify-sdk")


@pytest.fixture(scope="module")
def kept() -> Cells:
    """Return the cells of the repository."""
    return load(CONTRACTS.store)


def found_of(cells: Cells, *hosts: str) -> Found:
    """Return what probes of *hosts* would see if nothing had moved, and that the others are missing."""
    seen = {name: cell.seen for name, cell in cells.items() if host_of(name.column) in hosts}
    return Found(seen, dict.fromkeys(hosts, "1.0"), {host: f"{host}: gone" for host in HOSTS if host not in hosts})


class TestStore:
    def test_every_cell_has_a_probe(self, kept: Cells) -> None:
        """No cell is kept that no probe fills."""
        asked = {each.name: each for each in questions()}
        assert [str(name) for name in kept if not asked[name.question].announces(name)] == []

    def test_every_probe_has_cells(self, kept: Cells) -> None:
        """Every host that a question asks has answered it."""
        answered = {(name.question, host_of(name.column)) for name in kept}
        assert answered == {(each.name, host) for each in questions() for host in each.hosts}

    def test_every_row_has_cells(self, kept: Cells) -> None:
        """No row of a question is empty."""
        filled = {(name.question, name.row) for name in kept}
        assert filled == {(each.name, row) for each in questions() for row in each.rows}

    def test_columns_are_ways(self) -> None:
        """Every column has a name for people, and its host is one that there is."""
        columns = {column for each in questions() for column in each.columns}
        assert columns <= set(WAYS)
        assert {host_of(column) for column in columns} <= set(HOSTS)

    def test_there_and_back(self, kept: Cells) -> None:
        """What is kept is what was written, to the letter."""
        assert CONTRACTS.store.read_text("utf-8") == dumped(kept)

    def test_tells_nothing_of_this_machine(self) -> None:
        """No cell holds a path, a port, an id or a time of the machine that proved it."""
        text = CONTRACTS.store.read_text("utf-8")
        assert str(Path.home()) not in text
        assert str(check.ROOT) not in text
        assert re.findall(r"/tmp/|127\.0\.0\.\d:\d+|0x[0-9a-f]{6,}|call_\w{8}|\d\d:\d\d:\d\d", text) == []


class TestMoved:
    def test_nothing(self, kept: Cells) -> None:
        """Where every host does as it did, nothing has moved."""
        found = found_of(kept, *HOSTS)
        assert moved(kept, found.cells, {(name, host) for name in NAMES for host in HOSTS}) == []

    def test_a_cell_changed_by_hand(self, kept: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """A cell that does not say what the host did fails, by its name, with both."""
        found = found_of(kept, *HOSTS)
        changed = kept | {NAME: replace(kept[NAME], seen=Seen({"": "refused"}, "enforced"))}
        assert compare.check(CONTRACTS, changed, found, list(NAMES)) == 1
        first, *_ = capsys.readouterr().out.splitlines()
        assert first.startswith("arguments / true / langchain-agent: was refused (enforced); now the tool gets: `")

    def test_a_host_that_behaves_otherwise(self, kept: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """Another version of a host that does something else fails, by the name of the cell."""
        found = found_of(kept, "langchain")
        found.cells[NAME] = Seen({"": "refused"}, "enforced")
        assert compare.check(CONTRACTS, kept, found, list(NAMES)) == 1
        assert "arguments / true / langchain-agent: was the tool gets: `" in capsys.readouterr().out

    @pytest.mark.slow
    @pytest.mark.timeout(300)
    def test_another_version_of_a_host(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The oldest SDK of Dify, which sends no trace with an error, fails where the pinned one does not."""
        monkeypatch.setenv("DIFY_SDK", "dify-lowest")
        if find_python("dify-lowest") is None:
            pytest.skip(NOT_HERE)
        command = [sys.executable, "tools/compare.py", "--check", "--only", "dify", "failures"]
        done = subprocess.run(command, cwd=check.ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        assert done.returncode == 1
        assert done.stdout.startswith("failures / any error / dify-sdk: the program gets: was `error` ")

    def test_a_cell_that_is_gone_or_new(self, kept: Cells) -> None:
        """A cell that a probe no longer fills has moved, and so has one that was not there."""
        found = found_of(kept, "langchain")
        del found.cells[NAME]
        new = Name("arguments", "true", "langchain-other")
        found.cells[new] = Seen({"": "seen"})
        assert [line.partition(":")[0] for line in moved(kept, found.cells, {("arguments", "langchain")})] == [
            str(NAME),
            str(new),
        ]

    def test_not_asked(self, kept: Cells) -> None:
        """Cells of hosts and questions that were not asked are not judged."""
        assert moved(kept, {}, {("schema", "dify")}) != []
        assert moved(kept, {}, set()) == []


class TestMissing:
    def test_keeps_the_last_proof(self, kept: Cells) -> None:
        """Cells of a host that is missing keep what was seen, by which version, and when; others are of today."""
        known = kept | {DIFYS: replace(kept[DIFYS], version="dify_plugin 0.1", date="2026-01-02")}
        cells = compare.merged(CONTRACTS, known, found_of(kept, "langchain"), list(NAMES))
        assert cells[DIFYS] == known[DIFYS]
        assert cells[NAME].version == "1.0"
        assert cells[NAME].seen == kept[NAME].seen
        assert list(cells) == list(kept)

    def test_says_so(self, kept: Cells, capsys: pytest.CaptureFixture[str]) -> None:
        """What was not run is named, with the reason, and the version and the day of its last proof."""
        compare.report_missing(Found(missing={"dify": "dify-sdk: no Python"}), {DIFYS: Cell(Seen({}), "0.1", "then")})
        assert capsys.readouterr().out == (
            "Not run here: dify (dify-sdk: no Python); its cells keep their last proof: 0.1 on then.\n"
        )

    def test_as_check_reads_it(self, tmp_path: Path) -> None:
        """`hatch run check` lists it with the reason, by which CHECK_REQUIRE knows it."""
        compare.write_skipped(tmp_path / "results.xml", {"dify": "dify-sdk: no <Python>"})
        report = check.Report(not_run=check.skipped(tmp_path / "results.xml"))
        assert report.not_run == {"compare.dify": "dify-sdk: no <Python>"}
        assert check.missed(report, {"dify-sdk"}) == ["dify-sdk"]

    def test_a_question_alone(self, kept: Cells) -> None:
        """Proving one question leaves the other cells of its host as they were."""
        found = found_of(kept, "langchain")
        found.cells = {name: seen for name, seen in found.cells.items() if name.question == "schema"}
        cells = compare.merged(CONTRACTS, kept, found, ["schema"])
        assert cells[NAME] == kept[NAME]
        assert {cell.version for name, cell in cells.items() if name.question == "schema"} >= {"1.0"}


class TestChosen:
    def test_names(self) -> None:
        """Hosts and questions are told apart; where none of a kind is named, all are meant."""
        assert compare.chosen(CONTRACTS, ["dify", "schema"]) == (["dify"], ["schema"])
        assert compare.chosen(CONTRACTS, []) == (list(HOSTS), list(NAMES))

    def test_unknown(self) -> None:
        """A name that means nothing is refused."""
        with pytest.raises(SystemExit, match=r"unknown name 'swarm' \(choose from langchain"):
            compare.chosen(CONTRACTS, ["swarm"])


class TestProving:
    @pytest.mark.parametrize(
        "sightings", [[saw("row", "dify", "twice")] * 2, [saw("other", "dify", "no row")], [saw("row", "x", "no way")]]
    )
    def test_only_its_cells_and_once(self, sightings: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
        """A probe that fills a cell that is not its own, or one twice, breaks."""
        asked = Question("toy", {"row": "row"}, ("dify",), {"dify": lambda _: sightings})  # type: ignore[arg-type]
        monkeypatch.setattr(prove, "question", lambda _: asked)
        with pytest.raises(LookupError, match="toy / "):
            list(prove.sightings(["dify"], ["toy"], None))


class TestPage:
    def test_is_what_its_cells_make(self, kept: Cells) -> None:
        """The page and the pictures are what the kept cells make."""
        for path, text in compare.files(CONTRACTS, kept).items():
            assert path.read_text("utf-8") == text, f"{path.name}: `hatch run compare` writes it"

    def test_changed_by_hand(self, kept: Cells) -> None:
        """A table that was changed on the page is named by its question and its row."""
        lines = render.rendered(CONTRACTS, kept)
        text = "\n".join(line.text for line in lines if line.row != "retries / raised")
        (fault,) = render.differing(lines, text)
        assert fault.startswith("retries / raised: the page should say | raised, nobody asked |")

    def test_leaves_out_nothing(self, kept: Cells) -> None:
        """A page without one of the questions is refused."""
        with pytest.raises(LookupError, match=r"shows nothing of .*schema"):
            render.rendered(CONTRACTS, kept, "{table arguments}")

    def test_boilerplate(self) -> None:
        """The lines that the prose says parameters take are those of the toys."""
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
        told = re.search(r"^- \*Boilerplate\*: .*", CONTRACTS.prose.read_text("utf-8"), re.M)
        assert told is not None
        assert [int(number) for number in re.findall(r"\d+", told[0])] == lines

    def test_tables(self, kept: Cells) -> None:
        """Every row of a table has as many cells as its head, whatever a host has said."""
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
        """Every row of the picture is of a question, and has a verdict of every host that it asks."""
        asked = {each.name: each for each in questions()}
        for label, question, row in matrix.ROWS:
            judged = (name for name, cell in kept.items() if name[:2] == (question, row) and cell.seen.verdict)
            assert {host_of(name.column) for name in judged} == asked[question].hosts, label

    @pytest.mark.parametrize("path", matrix.SCHEMES, ids=lambda path: path.stem)
    def test_by_itself(self, path: Path, kept: Cells) -> None:
        """It refers to nothing outside, runs nothing, and says in words what it shows."""
        root = ET.fromstring(matrix.picture(kept, matrix.SCHEMES[path]))  # we have just written it
        names = {each.tag.partition("}")[2] for each in root.iter()}
        assert names == {"svg", "title", "desc", "rect", "text"}
        assert not [name for each in root.iter() for name in each.attrib if "href" in name or name.startswith("on")]
        told = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
        assert "true for a number: LangChain invoke changed" in told

    @pytest.mark.parametrize("path", matrix.SCHEMES, ids=lambda path: path.stem)
    def test_contrast(self, path: Path) -> None:
        """Text stands out from its ground by at least 4.5 to 1, as WCAG 2.2 asks."""
        colours = matrix.SCHEMES[path]
        pairs = [(colours.ground, colours.text), *colours.verdicts.values()]
        assert min(contrast(*pair) for pair in pairs) >= 4.5


def contrast(one: str, other: str) -> float:
    """Return the ratio of two colours' luminances, as WCAG defines it."""
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
        """A code span shows a text to the letter, whatever is in it, on one line."""
        assert code(value) == span

    def test_raised(self) -> None:
        """Every Python's words for an abstract class are shown alike; an error without words is its type."""
        older = TypeError("Can't instantiate abstract class A with abstract method _run")
        newer = TypeError("Can't instantiate abstract class A without an implementation for abstract method '_run'")
        assert raised(older) == raised(newer)
        assert raised(KeyError()) == "`KeyError`"

    def test_untraced(self) -> None:
        """Of a trace only its first and its last line are shown."""
        trace = 'Traceback (most recent call last):\n  File "/a/b.py", line 1, in f\n    g()\nValueError: no\n'
        assert untraced(trace) == "Traceback (most recent call last): […]\nValueError: no\n"
