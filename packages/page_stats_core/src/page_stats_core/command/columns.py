"""The column type of the command's result table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table; ``text`` returns the column's text for a successful result.

    A column without a *width* shares the rest of the line with the last column, which shows the input of the call.
    """

    heading: str
    text: Callable[[Mapping[str, Any]], str]
    width: int | None = None
    right: bool = False
    is_good: bool = False  # shown in green
