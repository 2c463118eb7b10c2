"""The programs of docs/frameworks.md, each in its framework's environment: the results that the model receives."""

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
    """Return the names of the framework and the package."""
    return f"{path.parent.name}-{path.stem}"


@cache
def tool_results(framework: str) -> dict[str, dict[str, str]]:
    """Return the tool results that the framework's model receives, by package and call."""
    found = compare.run_probes(others(), [framework], ["packages"])
    if framework in found.missing:
        pytest.skip(found.missing[framework])
    return {name.row: dict(seen.parts) for name, seen in found.cells.items()}


def payload(text: str) -> str:
    """Return the result without escapes and spaces, which differ between frameworks."""
    return re.sub(r"\\+|⏎|\s", "", text)


def test_shown() -> None:
    """The page shows exactly the programs that are run, verbatim."""
    assert sorted(block.text for block in claimed(__file__)) == sorted(PROGRAMS)


def test_frameworks() -> None:
    """Every framework that is run has a program."""
    assert {path.parent.name for path in PROGRAMS.values()} == set(FRAMEWORKS) - READ


@pytest.mark.parametrize("path", PROGRAMS.values(), ids=name_of)
class TestProgram:
    def test_page(self, path: Path) -> None:
        """The model receives the page's title and word count."""
        said = payload(tool_results(path.parent.name)[path.stem]["a page"])
        assert '"title":"Lowwater","word_count":4' in said

    def test_no_page(self, path: Path) -> None:
        """The model receives the contract's error for a missing page, and the run continues."""
        said = payload(tool_results(path.parent.name)[path.stem]["no page"])
        assert not said.startswith("therunends")
        assert '"error_code":"http_error"' in said
        assert '"status":404' in said

    def test_wrong_argument(self, path: Path) -> None:
        """The model receives the name of a wrong argument, from the core or from the framework."""
        said = payload(tool_results(path.parent.name)[path.stem]["999 seconds"])
        assert "timeout_seconds" in said
