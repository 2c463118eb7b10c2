"""Load and save the latest results in docs/benchmarks.json: the rows of each benchmark, with date and machine.

``results_page.py`` renders these results.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from benchmarks.measuring import NAMES, Row
from lib.json_format import format_json
from lib.locate import machine
from lib.locate.dify_sdk import find_python
from lib.locate.nodejs import find_node
from lib.repository import ROOT

RESULTS = ROOT / "docs" / "benchmarks.json"
# Packages whose versions are recorded, because we are compared with them or they run our tool.
DISTRIBUTIONS = ("beautifulsoup4", "httpx", "langchain-core", "mcp", "pydantic", "requests", "selectolax")
MODULES = ("htmlparser2", "openclaw", "parse5")
DIFY_VERSION = "from importlib.metadata import version; print(version('dify_plugin'))"
NODE_MODULES = ROOT / "packages" / "openclaw-page-stats" / "node_modules"
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Setting:
    """Date and machine of a measurement. *load* is the load average of the minute before the measurement."""

    date: str
    load: float
    machine: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """The latest result of one benchmark."""

    setting: Setting
    rows: Sequence[Row]


Results = Mapping[str, Result]


def here() -> Setting:
    """Return the setting for measurements that start now."""
    return Setting(datetime.now(UTC).date().isoformat(), round(os.getloadavg()[0], 1), dict(described()))


def described() -> Iterator[tuple[str, str]]:
    """Yield the names and values that describe this machine and its software."""
    yield "processor", machine.processor()
    yield "memory", f"{psutil.virtual_memory().total / 1e9:.0f} GB"
    yield "system", machine.system()
    yield "Python", platform.python_version()
    if node := find_node():
        yield "Node", _said([str(node), "--version"]).removeprefix("v")
    yield from ((name, version(name)) for name in DISTRIBUTIONS)
    if python := find_python():
        yield "dify_plugin", _said([str(python), "-c", DIFY_VERSION])
    for name in MODULES:
        if (file := NODE_MODULES / name / "package.json").exists():
            yield name, json.loads(file.read_text("utf-8"))["version"]


def _said(command: Sequence[str]) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()


def load(path: Path = RESULTS) -> Results:
    """Return the latest results, in the order of the benchmarks."""
    if not path.exists():
        return {}
    told = json.loads(path.read_text("utf-8"))
    return {name: _result(told[name]) for name in NAMES if name in told}


def _result(told: Mapping[str, Any]) -> Result:
    rows = [Row(**row) for row in told["rows"]]
    return Result(Setting(told["date"], told["load"], told["machine"]), rows)


def save(results: Results, path: Path = RESULTS) -> None:
    """Save results."""
    told = {
        name: asdict(results[name].setting) | {"rows": [_told(row) for row in results[name].rows]}
        for name in NAMES
        if name in results
    }
    path.write_text(format_json(told), "utf-8")


def _told(row: Row) -> Mapping[str, Any]:
    """Return a row as JSON, without absent values."""
    said = {key: round(value, DIGITS) if isinstance(value, float) else value for key, value in asdict(row).items()}
    return {key: value for key, value in said.items() if value is not None and value is not False}
