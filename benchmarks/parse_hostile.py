"""Parsing hostile input in Python and TypeScript: linear time, time relative to an ordinary page, pauses and memory.

For each measure, the rows show the three worst of about seventy inputs. "Doubling" is the CPU time for 2 MB divided by
the CPU time for 1 MB. The time relative to a page of dense markup is also CPU time. A pause is the longest time in
which no other code can run. Memory is a multiple of the input size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median

from benchmarks.inputs import HOSTILE, dense
from benchmarks.measuring import Row
from benchmarks.parsing import Measured, in_python, in_typescript

SIZE = 1_000_000
SHOWN = 3
GROWTH, PAUSE_MS, MEMORY = 2.6, 50, 10
TIMES_DENSE = {"Python": 20.0, "TypeScript": 8.0}
# Inputs that take less time than this are not compared in two sizes, because the ratio would be noise.
SHORT_MS = 5

Both = tuple[Measured, Measured]


def measure() -> Iterator[Row]:
    """Yield the worst rows of each measure."""
    yield from _rows("Python", lambda body: in_python(body, runs=3), lambda body: in_python(body, runs=1, memory=True))
    with in_typescript() as typescript:
        yield from _rows("TypeScript", typescript, partial(typescript, runs=1, memory=True))


def _rows(language: str, ask: Callable[[bytes], Measured], remember: Callable[[bytes], Measured]) -> Iterator[Row]:
    page = median(ask(dense(2 * SIZE))["cpu"])
    measured = {name: (ask(make(SIZE)), ask(make(2 * SIZE))) for name, make in HOSTILE.items()}
    growth = {
        name: median(two["cpu"]) / median(one["cpu"])
        for name, (one, two) in measured.items()
        if median(two["cpu"]) > SHORT_MS
    }
    yield from _worst(f"{language}, doubling", growth, "×", GROWTH)
    beside = {name: median(two["cpu"]) / page for name, (_, two) in measured.items()}
    yield from _worst(f"{language}, relative to a dense page", beside, "×", TIMES_DENSE[language])
    yield from _worst(f"{language}, pause", {name: two["pause"] for name, (_, two) in measured.items()}, "ms", PAUSE_MS)
    slow = sorted(beside, key=lambda name: -beside[name])[:8] + [name for name in HOSTILE if "different" in name]
    memory = {name: remember(HOSTILE[name](2 * SIZE))["memory"] / (2 * SIZE) for name in slow}
    yield from _worst(f"{language}, memory relative to the input", memory, "×", MEMORY)


def _worst(what: str, values: Mapping[str, float], unit: str, target: float) -> Iterator[Row]:
    for name, value in sorted(values.items(), key=lambda item: -item[1])[:SHOWN]:
        yield Row(f"{what}: {name}", value, unit, target=target)
