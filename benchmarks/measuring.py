"""What the benchmarks share: names, rows, the best of several, fixture servers, programs in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from lib.repository import ROOT

# Every benchmark, in the order in which they are run and shown.
NAMES = [
    "warm_call",
    "concurrency",
    "memory",
    "import_time",
    "deadline",
    "parse",
    "parse_pages",
    "parse_hostile",
    "langchain_tool",
    "dify_package",
    "openclaw_plugin",
    "mcp_server",
]
CONFIG: Mapping[str, Any] = {"allowed_hosts": ["127.0.0.2"]}


class NotHereError(Exception):
    """A benchmark cannot be run here; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: a value of ours, beside a peer's where there is one, and its target where there is one."""

    what: str
    ours: float
    unit: str
    peer: float | None = None
    target: float | None = None
    of_ratio: bool = False  # the target is for the ratio to the peer, not for the value

    @property
    def ratio(self) -> float | None:
        """How many times the peer's value ours is, if there is one that is not nothing."""
        return self.ours / self.peer if self.peer else None

    @property
    def judged(self) -> float:
        """What the target, if there is one, is for."""
        return self.ours if self.ratio is None or not self.of_ratio else self.ratio

    @property
    def missed(self) -> bool:
        """Whether there is a target, and it is not met."""
        return self.target is not None and self.judged > self.target

    def __str__(self) -> str:
        text = f"  {self.what:<58} {self.ours:>9.3f} {self.unit}"
        if self.peer is not None:
            text += f"   peer {self.peer:>9.3f} {self.unit}"
        if self.ratio is not None:
            text += f"   ratio {self.ratio:>6.2f}"
        if self.target is not None:
            unit = "×" if self.of_ratio else f" {self.unit}"
            text += f"   target {self.target:g}{unit} {'MISSED' if self.missed else 'met'}"
        return text


def best_of(times: int, function: Callable[[], Any]) -> float:
    """Return the seconds of the quickest of several runs."""
    return min(_seconds(function) for _ in range(times))


def _seconds(function: Callable[[], Any]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


@contextmanager
def fixture_servers() -> Iterator[Mapping[str, str]]:
    """Run the fixture servers in a process of their own; yield their places."""
    with subprocess.Popen(
        [sys.executable, "-m", "harness.servers"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        yield json.loads(process.stdout.readline())
        process.stdin.close()


def run(program: str, *arguments: str, seconds: float = 60) -> str | None:
    """Run a Python program in a process of its own; return what it prints, None if it fails or takes longer."""
    command = [sys.executable, "-c", program, *arguments]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True)
    except subprocess.SubprocessError:
        return None
    return ran.stdout
