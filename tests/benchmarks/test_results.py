"""What was measured last is kept as it was measured, and tells nothing about whose machine it was."""

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
    """What is saved is loaded, with all that a row may say."""
    kept = {
        "parse": Result(SETTING, [Row("a", 1.5, "ms"), Row("b", 2.0, "ms", 1.0, 3.0, of_ratio=True)]),
        "warm_call": Result(SETTING, [Row("c", 0.0, "s", peer=0.0, target=1.0)]),
    }
    results.save(kept, tmp_path / "kept.json")
    assert results.load(tmp_path / "kept.json") == kept


def test_order(tmp_path: Path) -> None:
    """Benchmarks are kept in their order, and one that is no more is not."""
    results.save({name: Result(SETTING, []) for name in ("parse", "gone", "warm_call")}, tmp_path / "kept.json")
    assert [*json.loads((tmp_path / "kept.json").read_text("utf-8"))] == ["warm_call", "parse"]
    assert [*results.load(tmp_path / "kept.json")] == ["warm_call", "parse"]


def test_nothing_yet(tmp_path: Path) -> None:
    """Before anything was measured there are no results."""
    assert results.load(tmp_path / "kept.json") == {}


def test_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting names what measures and is measured, and neither the machine nor a folder of it."""
    monkeypatch.setattr(results, "find_python", lambda: None)  # which would make an environment
    setting = results.here()
    assert {"processor", "memory", "system", "Python", *results.DISTRIBUTIONS} <= {*setting.machine}
    told = json.dumps(setting.machine)
    assert platform.node() not in told
    assert "/" not in told
    assert str(measuring.ROOT) not in told
