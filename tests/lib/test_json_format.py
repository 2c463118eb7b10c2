"""Canonical JSON files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lib.json_format import format_json


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        "",
        None,
        {"a": {"b": {"c": {"d": [1, {}]}}}},
        ["é 語 …", "\ud800", "a\u200bb\u00a0c\U000e0001", "\n\0"],
        [1.5],
    ],
)
def test_holds_the_value(value: Any) -> None:
    """Parsing the text as JSON returns the value."""
    assert json.loads(format_json(value)) == value


def test_outer_levels_take_a_line_an_item() -> None:
    """The three outer levels have one item per line. A deeper value is written on one line if it fits."""
    value = {"cases": [{"spec": ["1.1", "1.2"], "expect": {"accepted": True}}]}
    assert format_json(value) == (
        '{\n  "cases": [\n    {\n      "spec": ["1.1", "1.2"],\n      "expect": {"accepted": true}\n    }\n  ]\n}\n'
    )


@pytest.mark.parametrize(("length", "lines"), [(104, 8), (105, 10)])
def test_no_line_is_longer_than_120(length: int, lines: int) -> None:
    """A list has one item per line if the list and a comma do not fit on the line of its key."""
    text = format_json({"a": [{"b": ["x" * length], "c": 1}]})
    assert len(text.splitlines()) == lines
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("é 語 \U0001f30a", "é 語 \U0001f30a"),
        ("\ud83d", r"\ud83d"),
        ("a\u00a0b\u200bc\ufeff", r"a\u00a0b\u200bc\ufeff"),
        ("\x7f\x85\u2028", r"\u007f\u0085\u2028"),
        ("\U000e0041", r"\udb40\udc41"),
    ],
    ids=["visible", "half a character", "spaces", "controls", "beyond 16 bits"],
)
def test_what_cannot_be_seen_is_escaped(text: str, written: str) -> None:
    """Surrogates, control and format characters and unusual spaces are escaped. Visible characters are not."""
    assert format_json(text) == f'"{written}"\n'
