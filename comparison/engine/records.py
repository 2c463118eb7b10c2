"""What is logged while something runs."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from comparison.engine.texts import code


class Records(logging.Handler):
    """What is logged, by anybody, from ``INFO`` on."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note it."""
        self.told.append(f"{record.levelname} {code(record.getMessage())}")


@contextlib.contextmanager
def recorded() -> Iterator[Records]:
    """Yield what is logged meanwhile."""
    records, root = Records(), logging.getLogger()
    level = root.level
    root.addHandler(records)
    root.setLevel(logging.INFO)
    try:
        yield records
    finally:
        root.removeHandler(records)
        root.setLevel(level)
