"""Run the measuring programs in Node. They read and write the JSON of the parity tests (harness/parity/README.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.measuring import NotHereError
from harness.parity.dialect import Dialect, DialectProcess, load_dialects

# The time limit for one response.
ANSWER_SECONDS = 300


@contextmanager
def program_of_node(program: str, dialect: str) -> Iterator[DialectProcess]:
    """Start *program*, a path in the repository, if the requirements of *dialect* are met."""
    row = next(row for row in load_dialects() if row.name == dialect)
    if missing := row.missing():
        raise NotHereError(f"{', '.join(missing)}; try `hatch run node:install`")
    command = (row.command[0], "--expose-gc", program)
    with DialectProcess(Dialect(program, command, frozenset()), ANSWER_SECONDS) as process:
        yield process
