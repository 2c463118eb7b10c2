"""Code that all benchmarks share: their names, rows of results, timing, test servers and subprocesses."""

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

# Every benchmark, in the order in which they run and are shown.
NAMES = [
    "warm_call",
    "concurrency",
    "tls",
    "parses",
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
    """A benchmark cannot run on this machine. The message says what is missing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: our value, optionally with a peer's value and a target."""

    what: str
    ours: float
    unit: str
    peer: float | None = None
    target: float | None = None
    of_ratio: bool = False  # the target is for the ratio to the peer, not for the value

    @property
    def ratio(self) -> float | None:
        """Our value divided by the peer's value, or None if there is no peer or its value is zero."""
        return self.ours / self.peer if self.peer else None

    @property
    def judged(self) -> float:
        """The value that is compared with the target."""
        return self.ours if self.ratio is None or not self.of_ratio else self.ratio

    @property
    def missed(self) -> bool:
        """Whether there is a target that is not met."""
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
    """Return the seconds of the fastest of several runs."""
    return min(_seconds(function) for _ in range(times))


def _seconds(function: Callable[[], Any]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


@contextmanager
def fixture_servers() -> Iterator[Mapping[str, str]]:
    """Run the test servers in a separate process; yield their addresses."""
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
    """Run a Python program in a separate process; return its output, or None if it fails or times out."""
    command = [sys.executable, "-c", program, *arguments]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True)
    except subprocess.SubprocessError:
        return None
    return ran.stdout
