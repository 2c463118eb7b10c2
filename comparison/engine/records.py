"""Collects log records while something runs."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from comparison.engine.texts import code


class Records(logging.Handler):
    """Collects the records of every logger, of level ``INFO`` and higher, as Markdown."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {code(record.getMessage())}")


@contextlib.contextmanager
def recorded() -> Iterator[Records]:
    """Collect what is logged inside the ``with`` block."""
    records, root = Records(), logging.getLogger()
    level = root.level
    root.addHandler(records)
    root.setLevel(logging.INFO)
    try:
        yield records
    finally:
        root.removeHandler(records)
        root.setLevel(level)
