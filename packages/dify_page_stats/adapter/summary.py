"""The line of text that a workflow shows for a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def summary(payload: Mapping[str, Any]) -> str:
    """Return the payload as one line of text."""
    if not payload["ok"]:
        return f"{payload['error_code']}: {payload['message']}"
    more, words = "more than " if payload["truncated"] else "", payload["word_count"]
    counts = f"{more}{words:,} word{'' if words == 1 else 's'}, {payload['link_word_count']:,} in links"
    return f"{payload['title'] or '(no title)'} ({counts})"
