"""Measure the costs of one host: ``python -m comparison.platforms.measure HOST FILE``.

Writes the host's column to FILE as JSON. Times are the best of several runs; nothing else should run on the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from comparison.engine.inputs import INPUTS
from comparison.platforms.costs import TOYS
from lib.repository import ROOT

CALL: Final = INPUTS["a good call"]
CLOSURE: Final = TOYS / "more" / "closure.py"
CALLS, STARTS = 30, 3


def best(times: int, function: Callable[[], Any]) -> float:
    """Return the seconds of the fastest of several runs."""
    return min(_seconds(function) for _ in range(times))


def _seconds(function: Callable[[], Any]) -> float:
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def installed(python: str, name: str) -> str:
    """Return the size of a Python package and its dependencies in the environment of *python*."""
    done = subprocess.run([python, str(CLOSURE), name], capture_output=True, encoding="utf-8", check=True)
    count, size = map(int, done.stdout.split())
    return size_of(count, size)


def size_of(count: int, size: int) -> str:
    return f"{size / 1e6:,.0f} MB in {count} packages"


def langchain() -> dict[str, str]:
    host = import_module("comparison.platforms.hosts.langchain")
    toy = host.echo.Echo()
    command = [sys.executable, "-c", "import langchain.agents, comparison.platforms.toys.langchain.echo"]
    return {
        "installed": installed(sys.executable, "langchain"),
        "start": f"{best(STARTS, lambda: subprocess.run(command, cwd=ROOT, check=True)):.1f} s",
        "call": f"{best(CALLS, lambda: toy.invoke(dict(CALL))) * 1e3:.2f} ms",
    }


def dify() -> dict[str, str]:
    host = import_module("comparison.platforms.hosts.dify")
    python = str(host.find_python())

    def start() -> None:
        with host.started({}):
            pass

    with host.running() as running:
        call = best(CALLS, lambda: running.toy.invoke(CALL))
    return {
        "installed": installed(python, "dify_plugin"),
        "start": f"{best(STARTS, start):.1f} s",
        "call": f"{call * 1e3:.2f} ms",
    }


def openclaw() -> dict[str, str]:
    host = import_module("comparison.platforms.hosts.openclaw")
    began = time.perf_counter()
    with host.running() as running:
        start = time.perf_counter() - began
        call = best(CALLS, lambda: running.http(CALL)) - host.SETTLED_SECONDS
    packages = set(closure(host.SDK.resolve()))
    return {
        "installed": size_of(len(packages), sum(map(folder_size, packages))),
        "start": f"{start:.1f} s",
        "call": f"{call * 1e3:.2f} ms",
    }


def closure(package: Path, visited: set[Path] | None = None) -> Iterator[Path]:
    """Yield the folders of a Node package and all its dependencies, which pnpm links into one ``node_modules``."""
    visited = set() if visited is None else visited
    if package in visited:
        return
    visited.add(package)
    yield package
    siblings = next(parent for parent in package.parents if parent.name == "node_modules")
    for entry in siblings.iterdir():
        for each in entry.iterdir() if entry.name.startswith("@") else (entry,):
            if each.is_symlink():
                yield from closure(each.resolve(), visited)


def folder_size(folder: Path) -> int:
    """Return the total bytes of the files in a folder, without symbolic links."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> None:
    host, file = sys.argv[1:]
    measured = {"langchain": langchain, "dify": dify, "openclaw": openclaw}[host]()
    Path(file).write_text(json.dumps(measured), "utf-8")


if __name__ == "__main__":
    main()
