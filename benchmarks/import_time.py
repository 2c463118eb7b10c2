"""How long importing the core takes, over what pydantic with one model takes.

Each is the quickest of nine interpreters, less the quickest that does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Row, best_of, run

RUNS, TARGET = 9, 150.0
NOTHING, OURS = "pass", "import page_stats_core"
PYDANTIC = "from pydantic import BaseModel\nclass Model(BaseModel):\n    field: int"


def seconds(program: str) -> float:
    """Return the best time of an interpreter that runs the program and ends."""

    def once() -> None:
        if run(program) is None:
            raise RuntimeError(program)

    return best_of(RUNS, once)


def measure() -> Iterator[Row]:
    """Yield a row for each import."""
    nothing, pydantic, ours = (seconds(program) for program in (NOTHING, PYDANTIC, OURS))
    yield Row("importing the core, beside pydantic", (ours - nothing) * 1000, "ms", (pydantic - nothing) * 1000)
    yield Row("importing the core, over pydantic", (ours - pydantic) * 1000, "ms", target=TARGET)
