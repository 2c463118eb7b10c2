"""The columns of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a success. Without a *width* it shares the rest of the line with the subject."""

    heading: str
    text: Callable[[Mapping[str, Any]], str]
    width: int | None = None
    right: bool = False
    is_good: bool = False  # shown as good news
