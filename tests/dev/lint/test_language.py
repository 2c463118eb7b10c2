"""The language check counts idioms in prose, but not in code."""

from __future__ import annotations

import pytest

from dev.lint import language


@pytest.mark.parametrize(
    ("ending", "source", "texts"),
    [
        (".md", "a `tide` b\n```\ntide\n```\n", ["a   b\n \n"]),
        (".py", '"""Tide."""\nx = "tide"  # tide\n', ["Tide.", "", "tide"]),
        (".py", 'x = "a message of five words"\n', ["a message of five words"]),
        (".ts", "/** Tide.\n * Twice. */\nconst tide = 1; // tide\n", ["Tide.\nTwice. ", "tide"]),
        (".toml", 'a = "tide" # tide\n', ["tide"]),
    ],
)
def test_texts(ending: str, source: str, texts: list[str]) -> None:
    """The check reads documents, docstrings, comments and messages, but not code and short strings."""
    assert [text.strip() for text in language.READERS[ending](source)] == [text.strip() for text in texts]


def test_rising(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """If an idiom is more frequent than allowed, the check fails and prints the idiom, its count and a replacement."""
    monkeypatch.setattr(language, "found", lambda: [("told", "a.py", "was told")] * 100_000)
    monkeypatch.setattr("sys.argv", ["language"])
    assert language.main() == 1
    assert capsys.readouterr().out.startswith("'told': 100000 times, ")
