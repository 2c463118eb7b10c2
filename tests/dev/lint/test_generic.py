"""The check of generic files. Other tools can reuse these files, so the files contain no words about web pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.lint import generic


def test_this_repository() -> None:
    """No generic file of this repository contains a word about web pages."""
    assert [*generic.found()] == []


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("# the URL of a page", ["a.py:1: 'URL' is about web pages: move it into page/"]),
        ("fetched = 1", ["a.py:1: 'fetched' is about web pages: move it into page/"]),
        ("import argparse", []),
    ],
)
def test_found(line: str, lines: list[str], tmp_path: Path) -> None:
    """A line is reported if it contains a listed word, but not if the listed word is part of a longer word."""
    (tmp_path / "generic.toml").write_text('words = ["url", "fetched", "parse"]\nfiles = ["*.py"]\n')
    (tmp_path / "a.py").write_text(line)
    assert [*generic.found(tmp_path)] == lines


def test_no_file(tmp_path: Path) -> None:
    """A file pattern in generic.toml that matches no file is reported."""
    (tmp_path / "generic.toml").write_text('words = ["url"]\nfiles = ["b.py"]\n')
    assert [*generic.found(tmp_path)] == ["generic.toml: b.py matches no file"]
