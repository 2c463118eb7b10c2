"""Run each program of docs/frameworks.md in its framework's environment, and check what the model receives."""

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
    """Return the test id of a program: its framework and the package that it uses."""
    return f"{path.parent.name}-{path.stem}"


@cache
def received(framework: str) -> dict[str, dict[str, str]]:
    """Run a framework's programs and return what the model received, by package and kind of call."""
    results = compare.run_probes(others(), [framework], ["packages"])
    if framework in results.missing:
        pytest.skip(results.missing[framework])
    return {name.row: dict(found.parts) for name, found in results.cells.items()}


def payload(text: str) -> str:
    """Remove whitespace, and the backslashes that frameworks add when they wrap the contract's JSON object."""
    return re.sub(r"\\+|⏎|\s", "", text)


def test_shown() -> None:
    """docs/frameworks.md shows exactly the programs that these tests run."""
    assert sorted(block.text for block in claimed(__file__)) == sorted(PROGRAMS)


def test_frameworks() -> None:
    """Every framework has a program, except those whose source code we only read."""
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
        """If the model's call has a wrong argument, the model receives an error that names the argument."""
        text = payload(received(path.parent.name)[path.stem]["999 seconds"])
        assert "timeout_seconds" in text
