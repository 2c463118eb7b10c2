"""Programs of Node that measure. They are asked as dialects are (harness/parity/README.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.measuring import NotHereError
from harness.parity.dialect import Dialect, DialectProcess, load_dialects

# How long a program may measure until it answers.
ANSWER_SECONDS = 300


@contextmanager
def program_of_node(program: str, dialect: str) -> Iterator[DialectProcess]:
    """Yield *program*, a path within the repository, started; what it needs is what *dialect* needs."""
    row = next(row for row in load_dialects() if row.name == dialect)
    if missing := row.missing():
        raise NotHereError(f"{', '.join(missing)}; perhaps `hatch run node:install` comes first")
    command = (row.command[0], "--expose-gc", program)
    with DialectProcess(Dialect(program, command, frozenset()), ANSWER_SECONDS) as process:
        yield process
