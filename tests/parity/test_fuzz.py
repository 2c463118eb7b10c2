"""Our code in Python and in TypeScript agrees on generated inputs, which can be reproduced and made smaller."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.fuzz import compare
from harness.fuzz.compare import Difference, Input, Languages, differs, make, variants
from harness.parity import pages
from harness.parity.cases import SPEC
from harness.parity.dialect import load_dialects

MISSING = [name for row in load_dialects() if row.name in compare.DIALECTS for name in row.missing()]
NEEDS_BOTH = pytest.mark.skipif(bool(MISSING), reason=f"typescript: {', '.join(MISSING)} is not on the PATH")


class Made(Languages):
    """A fake pair of languages, which count the letter "a". The second language never counts beyond two."""

    def __init__(self) -> None:
        self.asked = 0

    def answers(self, inputs: Sequence[Input]) -> Iterator[Difference]:
        """Yield the two languages' counts for each input."""
        for one in inputs:
            self.asked += 1
            count = one.given["body"].count(b"a")
            yield Difference(one, {"core": count, "typescript": min(count, 2)})


def body(data: bytes) -> Input:
    """Return a parse input whose body is *data*."""
    return Input("made-up", "parse", {"body": data, "content_type": "text/html"})


@NEEDS_BOTH
def test_the_languages_agree() -> None:
    """The languages agree on a fixed set of 2,000 generated inputs. `hatch run check` tests ten times as many."""
    with Languages() as languages:
        found = next(languages.differences(make(1, number) for number in range(2_000)), None)
        assert not found, str(languages.shrink(found))


@NEEDS_BOTH
@pytest.mark.slow
def test_the_languages_agree_on_every_prefix_of_every_page() -> None:
    """The languages agree on the first n bytes of every sample page, for every n."""
    with Languages() as languages:
        for _, page in pages.pages(SPEC / "pages"):
            whole: bytes = page.given["body"]
            cuts = (
                Input(f"{page.name}-{end}", "parse", {**page.given, "body": whole[:end]}) for end in range(len(whole))
            )
            found = next(languages.differences(cuts), None)
            assert not found, str(found)


def test_nothing_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no suitable Node is found, the comparison exits with an error that says so."""
    monkeypatch.setattr("harness.parity.dialect.find_node", lambda: None)
    with pytest.raises(SystemExit, match=r"Not run: Node 24\.16 or a later 24 is not on the PATH"):
        Languages()


class TestMake:
    def test_again(self) -> None:
        """The same seed and number always produce the same input."""
        assert [make(7, number) for number in range(50)] == [make(7, number) for number in range(50)]

    def test_another_seed(self) -> None:
        """Different seeds produce different inputs."""
        assert [make(7, number).given for number in range(9)] != [make(8, number).given for number in range(9)]

    def test_all_families(self) -> None:
        """The generated inputs cover all four families that both languages run."""
        assert {make(7, number).family for number in range(300)} == {"parse", "url", "address", "arguments"}


class TestShrink:
    def test_smallest(self) -> None:
        """Shrinking removes every part of an input that is not needed for the languages to differ."""
        found = next(Made().differences([body(b"xxaxxxxaxxaxa" * 20)]))
        assert Made().shrink(found).input.given["body"] == b"aaa"

    def test_ends(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Shrinking stops after a fixed number of tries, and returns an input on which the languages still differ."""
        monkeypatch.setattr(compare, "TRIES", 3)
        languages = Made()
        found = next(languages.answers([body(b"abaca" * 50)]))
        assert differs(languages.shrink(found))
        assert languages.asked <= 5

    @pytest.mark.parametrize(
        ("value", "smaller"),
        [
            ("ab", ["", "b", "a"]),
            (b"ab", [b"", b"b", b"a"]),
            ({"a": "b"}, [{}, {"a": ""}]),
            (["a", 1], [[1], ["", 1], ["a"]]),
            (7, []),
        ],
    )
    def test_variants(self, value: Any, smaller: list[Any]) -> None:
        """Each variant of a value lacks one part of the value. Variants that lack the largest part come first."""
        assert list(variants(value)) == smaller


class TestCase:
    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            ({"body": b"\xc3\xa9", "content_type": None}, {"body": "é", "content_type": None}),
            ({"body": b"\xff", "content_type": "a"}, {"body_base64": "/w==", "content_type": "a"}),
            ({"url": "\ud800"}, {"url": "\ud800"}),
        ],
        ids=["text", "bytes", "no body"],
    )
    def test_is_ready(self, given: Mapping[str, Any], shown: Mapping[str, Any]) -> None:
        """An input is printed as a case that is complete except for its reason and its paragraph number."""
        case = json.loads(Input("fuzz-1-2", "parse", given).case(7))
        assert case == {"name": "fuzz-1-2", "why": "", "spec": [""], **shown, "expect": 7}


class TestPages:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """Return a folder with two pages. Next to one page is a file with the page's Content-Type."""
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "c.xhtml").write_bytes(b"aaa")
        (tmp_path / "b" / "c.xhtml.content-type").write_text("application/xhtml+xml\n")
        (tmp_path / "a.html").write_bytes(b"a")
        return tmp_path

    def test_content_types(self, folder: Path) -> None:
        """A page's Content-Type is read from the file next to the page, or is text/html if there is no such file."""
        assert [(name, page.given["content_type"]) for name, page in pages.pages(folder)] == [
            ("a.html", "text/html"),
            ("b/c.xhtml", "application/xhtml+xml"),
        ]

    @NEEDS_BOTH
    def test_lines(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """With --json, the command prints exactly one line for each page."""
        monkeypatch.setattr("sys.argv", ["pages", str(folder), "--json"])
        assert pages.main() == 0
        answer = {"title": None, "word_count": 1, "link_word_count": 0}
        assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
            {"file": name, "python": answer, "typescript": answer, "agree": True} for name in ("a.html", "b/c.xhtml")
        ]

    @NEEDS_BOTH
    def test_totals(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """If the languages disagree on a page, the command prints the page's line, counts the page, and fails."""
        monkeypatch.setattr("sys.argv", ["pages", str(folder)])
        monkeypatch.setattr(Languages, "answer", lambda _, name, page: len(page.given["body"]) if name == "core" else 1)
        assert pages.main() == 1
        line, totals = capsys.readouterr().out.splitlines()
        assert json.loads(line) == {"file": "b/c.xhtml", "python": 3, "typescript": 1, "agree": False}
        assert totals.startswith("2 files, 4 bytes, 1 disagreements; python ")
