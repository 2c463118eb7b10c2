"""The page of a release's turns: served on loopback, with what the tool must say of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from lib.file_server import HOST, file_server
from lib.repository import ROOT

__all__ = ["HOST", "page", "read"]

FOLDER: Final = ROOT / "spec/pages"
NAME: Final = "news.html"
TITLE: Final = "Ferry returns after eleven winters — The Harbour Post"
WORDS: Final = 62


@contextmanager
def page() -> Iterator[str]:
    """Serve the page, and yield its URL."""
    with file_server(FOLDER) as url:
        yield f"{url}/{NAME}"


def read(told: dict[str, Any]) -> str:
    """Return in words what the tool told; fails if that is not what the page is."""
    assert (told.get("title"), told.get("word_count")) == (TITLE, WORDS), told
    return f"the tool says {WORDS} words, “{TITLE}”"
