"""The language check counts idioms in prose, but not in code."""

from __future__ import annotations

import pytest

from dev.lint import language


@pytest.mark.parametrize(
    ("ending", "source", "texts"),
    [
        (".md", "a `told` b\n```\ntold\n```\n", ["a   b\n \n"]),
        (".py", '"""Told."""\nx = "told"  # told\n', ["Told.", "", "told"]),
        (".py", 'x = "a message of five words"\n', ["a message of five words"]),
        (".ts", "/** Told.\n * Twice. */\nconst told = 1; // told\n", ["Told.\nTwice. ", "told"]),
        (".toml", 'a = "told" # told\n', ["told"]),
    ],
)
def test_texts(ending: str, source: str, texts: list[str]) -> None:
    """Documents, docstrings, comments and messages are read; code and short strings are not."""
    assert [text.strip() for text in language.READERS[ending](source)] == [text.strip() for text in texts]


def test_rising(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A count above the allowed one fails. The output has the idiom, its count, and what to write instead."""
    monkeypatch.setattr(language, "found", lambda: [("told", "a.py", "was told")] * 100_000)
    monkeypatch.setattr("sys.argv", ["language"])
    assert language.main() == 1
    assert capsys.readouterr().out.startswith("'told': 100000 times, ")
