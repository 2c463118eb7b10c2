"""Measure the parse in Python and TypeScript, for the parse benchmarks."""

from __future__ import annotations

import base64
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from page_stats_core.page.parse import parse_in_slices, parse_page

from benchmarks.inputs import UTF8
from benchmarks.nodes import program_of_node

PROGRAM = "packages/openclaw-page-stats/benchmarks/parse.ts"

# The measurements of one body: the wall-clock time ("ours") and the CPU time ("cpu", which excludes other processes) of
# each run in milliseconds, the longest pause in milliseconds, and the memory growth in bytes.
Measured = Mapping[str, Any]
Measure = Callable[..., Measured]


def in_python(body: bytes, content_type: str = UTF8, *, runs: int = 5, memory: bool = False) -> Measured:
    """Measure the parse in Python."""
    ours, cpu, pauses = [], [], []
    for _ in range(runs):
        longest, last = 0.0, time.perf_counter()
        began, cpu_began = last, time.process_time()

        def tick() -> None:
            nonlocal longest, last
            now = time.perf_counter()
            longest, last = max(longest, now - last), now

        parse_in_slices(body, content_type, tick)
        tick()
        ours.append((last - began) * 1000)
        cpu.append((time.process_time() - cpu_began) * 1000)
        pauses.append(longest * 1000)
    return {"ours": ours, "cpu": cpu, "pause": min(pauses), "memory": _growth(body, content_type) if memory else 0}


def _growth(body: bytes, content_type: str) -> int:
    tracemalloc.start()
    try:
        parse_page(body, content_type)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@contextmanager
def in_typescript() -> Iterator[Measure]:
    """Yield a function that measures the parse in TypeScript, in a separate process."""
    with program_of_node(PROGRAM, "typescript") as process:

        def measure(
            body: bytes, content_type: str = UTF8, *, runs: int = 9, memory: bool = False, peers: bool = False
        ) -> Measured:
            encoded = base64.b64encode(body).decode("ascii")
            answer: Measured = process.ask(
                {"body_base64": encoded, "content_type": content_type, "runs": runs, "memory": memory, "peers": peers}
            )
            return answer

        yield measure
