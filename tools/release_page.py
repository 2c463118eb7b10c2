"""The page of a release's turns: served on loopback, with what the tool must say of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

HOST: Final = "127.0.0.1"
FOLDER: Final = Path(__file__).resolve().parent.parent / "spec/pages"
NAME: Final = "news.html"
TITLE: Final = "Ferry returns after eleven winters — The Harbour Post"
WORDS: Final = 62


class Silent(SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def page() -> Iterator[str]:
    """Serve the page, and yield its URL."""
    with ThreadingHTTPServer((HOST, 0), partial(Silent, directory=FOLDER)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/{NAME}"
        server.shutdown()


def read(told: dict[str, Any]) -> str:
    """Return in words what the tool told; fails if that is not what the page is."""
    assert (told.get("title"), told.get("word_count")) == (TITLE, WORDS), told
    return f"the tool says {WORDS} words, “{TITLE}”"
