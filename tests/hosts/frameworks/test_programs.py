"""The programs of docs/frameworks.md, each in the environment of its framework: what its model is told of a page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from comparison.engine import compare
from comparison.frameworks.compared import FRAMEWORKS, READ, others
from comparison.frameworks.snippets import SNIPPETS
from harness.documents import claimed

PROGRAMS = {path.read_text("utf-8"): path for path in sorted(SNIPPETS.glob("*/*.py")) if path.stem != "__init__"}


def name_of(path: Path) -> str:
    """Return the framework's name and the package's."""
    return f"{path.parent.name}-{path.stem}"


@cache
def told(framework: str) -> dict[str, dict[str, str]]:
    """Return what the framework's model is told, by package and by what it asks for."""
    found = compare.run_probes(others(), [framework], ["packages"])
    if framework in found.missing:
        pytest.skip(found.missing[framework])
    return {name.row: dict(seen.parts) for name, seen in found.cells.items()}


def payload(text: str) -> str:
    """Return the contract's object in what a model was told, however a framework has wrapped it."""
    return re.sub(r"\\+|⏎|\s", "", text)


def test_shown() -> None:
    """The page shows every program that is run, to the letter, and no other."""
    assert sorted(block.text for block in claimed(__file__)) == sorted(PROGRAMS)


def test_frameworks() -> None:
    """Every framework that is run has a program."""
    assert {path.parent.name for path in PROGRAMS.values()} == set(FRAMEWORKS) - READ


@pytest.mark.parametrize("path", PROGRAMS.values(), ids=name_of)
class TestProgram:
    def test_page(self, path: Path) -> None:
        """The model is told what the page is."""
        said = payload(told(path.parent.name)[path.stem]["a page"])
        assert '"title":"Lowwater","word_count":4' in said

    def test_no_page(self, path: Path) -> None:
        """The model is told why there is none, in the contract's words, and the run goes on."""
        said = payload(told(path.parent.name)[path.stem]["no page"])
        assert not said.startswith("therunends")
        assert '"error_code":"http_error"' in said
        assert '"status":404' in said

    def test_wrong_argument(self, path: Path) -> None:
        """The model is told which argument is wrong, be it by the framework, which may refuse first."""
        said = payload(told(path.parent.name)[path.stem]["999 seconds"])
        assert "timeout_seconds" in said
