"""Canonical JSON: two-space indent, UTF-8, invisible characters escaped.

The outer levels of a file have one item per line. At deeper levels, a value that fits is on one line.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Any, Final

WIDTH: Final = 120
EXPANDED_LEVELS: Final = 3
# Categories of characters that editors may hide or change: control, format, private use, surrogates, separators.
INVISIBLE: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"})


def format_json(value: Any) -> str:
    """Return *value* as the text of a JSON file."""
    return _lines(value, level=0, used=0) + "\n"


def _lines(value: Any, level: int, used: int) -> str:
    """Return *value* as JSON at nesting *level*; its first line already has *used* characters."""
    flat = _visible(json.dumps(value, ensure_ascii=False))
    if not isinstance(value, dict | list) or not value or (level >= EXPANDED_LEVELS and used + len(flat) < WIDTH):
        return flat
    indent = "  " * (level + 1)
    if isinstance(value, dict):
        keys = [f"{_visible(json.dumps(key, ensure_ascii=False))}: " for key in value]
        items = [
            key + _lines(item, level + 1, len(indent + key)) for key, item in zip(keys, value.values(), strict=True)
        ]
    else:
        items = [_lines(item, level + 1, len(indent)) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + ",".join(f"\n{indent}{item}" for item in items) + f"\n{'  ' * level}{closing}"


def _visible(text: str) -> str:
    """Escape invisible characters in *text*, which is one line of JSON."""
    return "".join(_escape(char) if char != " " and unicodedata.category(char) in INVISIBLE else char for char in text)


def _escape(char: str) -> str:
    return json.dumps(char)[1:-1]
