"""Import time of the core, compared with pydantic and one model.

Each import runs in nine new interpreters, and the fastest counts. The time of an interpreter that does nothing is
subtracted.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Row, best_of, run

RUNS, TARGET = 9, 150.0
NOTHING, OURS = "pass", "import page_stats_core"
PYDANTIC = "from pydantic import BaseModel\nclass Model(BaseModel):\n    field: int"


def seconds(program: str) -> float:
    """Return the shortest time in which a new interpreter runs *program* and exits."""

    def once() -> None:
        if run(program) is None:
            raise RuntimeError(program)

    return best_of(RUNS, once)


def measure() -> Iterator[Row]:
    """Yield a row for each import."""
    nothing, pydantic, ours = (seconds(program) for program in (NOTHING, PYDANTIC, OURS))
    yield Row("importing the core vs pydantic", (ours - nothing) * 1000, "ms", (pydantic - nothing) * 1000)
    yield Row("importing the core, minus pydantic", (ours - pydantic) * 1000, "ms", target=TARGET)
