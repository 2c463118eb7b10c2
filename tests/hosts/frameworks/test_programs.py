"""Runs each program of docs/frameworks.md in the environment of its framework, and checks what the model receives."""

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
    """Return the names of the framework and of the package."""
    return f"{path.parent.name}-{path.stem}"


@cache
def received(framework: str) -> dict[str, dict[str, str]]:
    """Return what the framework's model receives, by package and part."""
    results = compare.run_probes(others(), [framework], ["packages"])
    if framework in results.missing:
        pytest.skip(results.missing[framework])
    return {name.row: dict(found.parts) for name, found in results.cells.items()}


def payload(text: str) -> str:
    """Remove what frameworks add to the contract's object when they wrap it."""
    return re.sub(r"\\+|⏎|\s", "", text)


def test_shown() -> None:
    """The page shows exactly the programs that are run."""
    assert sorted(block.text for block in claimed(__file__)) == sorted(PROGRAMS)


def test_frameworks() -> None:
    """Every framework has a program, unless it was only read."""
    assert {path.parent.name for path in PROGRAMS.values()} == set(FRAMEWORKS) - READ


@pytest.mark.parametrize("path", PROGRAMS.values(), ids=name_of)
class TestProgram:
    def test_page(self, path: Path) -> None:
        """The model receives the page's title and word count."""
        text = payload(received(path.parent.name)[path.stem]["a page"])
        assert '"title":"Lowwater","word_count":4' in text

    def test_no_page(self, path: Path) -> None:
        """The model receives the contract's error for a missing page, and the run continues."""
        text = payload(received(path.parent.name)[path.stem]["no page"])
        assert not text.startswith("therunends")
        assert '"error_code":"http_error"' in text
        assert '"status":404' in text

    def test_wrong_argument(self, path: Path) -> None:
        """The model learns which argument is wrong, from the tool or from the framework."""
        text = payload(received(path.parent.name)[path.stem]["999 seconds"])
        assert "timeout_seconds" in text
