"""The page that smoke tests of a release fetch from localhost, and a check of the result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from lib.file_server import HOST, FileServer
from lib.repository import ROOT

__all__ = ["HOST", "check_answer", "page"]

FOLDER: Final = ROOT / "spec/pages"
NAME: Final = "news.html"
TITLE: Final = "Ferry returns after eleven winters — The Harbour Post"
WORDS: Final = 62
LINK_WORDS: Final = 4


@contextmanager
def page() -> Iterator[str]:
    """Serve the page, and yield its URL."""
    with FileServer(FOLDER) as server:
        yield f"{server.url}/{NAME}"


def check_answer(answer: dict[str, Any]) -> str:
    """Return a summary of the tool's *answer*; fails unless the answer has the page's title and word counts."""
    found = answer.get("title"), answer.get("word_count"), answer.get("link_word_count")
    assert found == (TITLE, WORDS, LINK_WORDS), answer
    return f"the tool returned {WORDS} words, “{TITLE}”"
