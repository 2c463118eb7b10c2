"""Benchmark results are saved and loaded unchanged, and do not reveal which machine recorded them."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from benchmarks import measuring, results
from benchmarks.measuring import Row
from benchmarks.results import Result, Setting

SETTING = Setting("2026-11-30", 0.5, {"processor": "2 cores", "Python": "3.11.7"})


def test_kept(tmp_path: Path) -> None:
    """Saved results are loaded unchanged, including every optional field of a row."""
    kept = {
        "parse": Result(SETTING, [Row("a", 1.5, "ms"), Row("b", 2.0, "ms", 1.0, 3.0, of_ratio=True)]),
        "warm_call": Result(SETTING, [Row("c", 0.0, "s", peer=0.0, target=1.0)]),
    }
    results.save(kept, tmp_path / "kept.json")
    assert results.load(tmp_path / "kept.json") == kept


def test_order(tmp_path: Path) -> None:
    """Results are saved with the benchmarks in a fixed order. Results of unknown benchmarks are dropped."""
    results.save({name: Result(SETTING, []) for name in ("parse", "gone", "warm_call")}, tmp_path / "kept.json")
    assert [*json.loads((tmp_path / "kept.json").read_text("utf-8"))] == ["warm_call", "parse"]
    assert [*results.load(tmp_path / "kept.json")] == ["warm_call", "parse"]


def test_nothing_yet(tmp_path: Path) -> None:
    """If the file is missing, no results are loaded."""
    assert results.load(tmp_path / "kept.json") == {}


def test_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorded setting describes hardware and versions. It contains neither the host name nor a path."""
    monkeypatch.setattr(results, "find_python", lambda: None)  # the real function may build an environment
    setting = results.here()
    assert {"processor", "memory", "system", "Python", *results.DISTRIBUTIONS} <= {*setting.machine}
    text = json.dumps(setting.machine)
    assert platform.node() not in text
    assert "/" not in text
    assert str(measuring.ROOT) not in text
