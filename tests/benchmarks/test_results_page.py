"""docs/benchmarks.md shows the last measurement of every benchmark, compared with the targets."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks import results, results_page
from benchmarks.measuring import NAMES, Row
from benchmarks.results import Result, Setting
from lib.repository import ROOT

SETTING = Setting("2026-11-30", 0.5, {"processor": "2 cores", "Python": "3.11.7"})


def lines(*rows: Row, name: str = "warm_call") -> list[str]:
    """Return the lines of a page whose only results are *rows*, for the benchmark with the name *name*."""
    return results_page.page({name: Result(SETTING, rows)}).splitlines()


def targets(*rows: Row) -> list[str]:
    """Return the lines of the table of targets, without its header."""
    return [*results_page.targets({"warm_call": Result(SETTING, rows)})][2:]


def numbers(value: Any) -> Iterator[float]:
    """Yield every number in *value*, at any depth."""
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, dict | tuple | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from numbers(item)


class TestKept:
    def test_page(self) -> None:
        """The committed page matches the stored results. `hatch run bench --page` rewrites the page."""
        assert results_page.PAGE.read_text("utf-8") == results_page.page(results.load())

    def test_names(self) -> None:
        """Every program in benchmarks/ that defines `measure` is listed as a benchmark."""
        programs = {
            path.stem
            for path in (ROOT / "benchmarks").glob("*.py")
            if any(isinstance(part, ast.FunctionDef) and part.name == "measure" for part in parsed(path.stem).body)
        }
        assert programs == {*NAMES}

    @pytest.mark.parametrize("name", NAMES)
    def test_described(self, name: str) -> None:
        """A benchmark's description is a summary of one line. Any details follow after a blank line."""
        first, *rest = results_page.described(name).split("\n")
        assert first.endswith(".")
        assert "".join(rest[:1]) == ""

    @pytest.mark.parametrize("name", [*results.load()])
    def test_targets(self, name: str) -> None:
        """Every target on the page is a constant in the benchmark's source. After changing a target, measure again."""
        constants = {
            value
            for key, value in vars(importlib.import_module(f"benchmarks.{name}")).items()
            if key.isupper()
            for value in numbers(value)
        }
        kept = {row.target for row in results.load()[name].rows if row.target is not None}
        assert {target for target in kept if not any(abs(target - value) < 1e-5 for value in constants)} == set()


def parsed(name: str) -> ast.Module:
    """Parse the source of a benchmark."""
    return ast.parse((ROOT / "benchmarks" / f"{name}.py").read_text("utf-8"))


class TestTargets:
    def test_ratios_first(self) -> None:
        """Targets for ratios are listed before targets for values."""
        value, ratio = Row("a", 1, "ms", target=2), Row("b", 3, "ms", peer=2, target=2, of_ratio=True)
        assert targets(value, ratio) == [
            "| [`warm_call`](#warm_call): b | 1.50 × | 3 ms | ≤ 2 × | met |",
            "| [`warm_call`](#warm_call): a | – | 1 ms | ≤ 2 ms | met |",
        ]

    def test_the_worst(self) -> None:
        """If several rows have the same target, only the row with the worst result is listed."""
        rows = [Row(name, 4, "ms", peer, 3, of_ratio=True) for name, peer in (("a", 4), ("b", 1), ("c", 2))]
        assert targets(*rows) == [
            "| [`warm_call`](#warm_call): b (the worst of 3) | 4.00 × | 4 ms | ≤ 3 × | **missed** |",
        ]

    def test_without(self) -> None:
        """A row without a target is not listed."""
        assert targets(Row("a", 1, "ms", peer=2)) == []


class TestEverything:
    def test_rows(self) -> None:
        """Every row is shown. Missing values are shown as dashes."""
        shown = lines(Row("a", 1, "ms"), Row("b", 3, "ms", peer=2), Row("c", 3, "s", peer=0, target=2))
        assert "| a | – | 1 ms | – | – |  |" in shown
        assert "| b | 1.50 × | 3 ms | 2 ms | – |  |" in shown
        assert "| c | – | 3 s | 0 s | ≤ 2 s | **missed** |" in shown

    def test_command(self) -> None:
        """The page shows the command, the date and the machine's load for each benchmark."""
        command = "`hatch run bench warm_call`, on 2026-11-30; load of the machine in the minute before: 0.5."
        assert command in lines(Row("a", 1, "ms"))

    def test_not_measured(self) -> None:
        """A benchmark that was never measured is listed with the command that measures it."""
        assert [line for line in lines() if line.startswith("Not measured yet")] == [
            f"Not measured yet: `hatch run bench --write {name}`." for name in NAMES if name != "warm_call"
        ]

    @pytest.mark.parametrize(
        ("value", "shown"),
        [(0, "0"), (0.0004, "< 0.001"), (0.04567, "0.0457"), (28.57, "28.6"), (150, "150"), (1234.5, "1234")],
    )
    def test_numbers(self, value: float, shown: str) -> None:
        """Values have three significant digits, but larger values keep all digits before the decimal point."""
        assert f"| a | – | {shown} ms | – | – |  |" in lines(Row("a", value, "ms"))

    @pytest.mark.parametrize(
        ("peer", "shown"), [(3, "1.00"), (7, "0.429"), (100, "0.03"), (400, "0.0075"), (9000, "< 0.001")]
    )
    def test_ratios(self, peer: float, shown: str) -> None:
        """Ratios of at least 1 have two decimals. Smaller ratios have three significant digits."""
        assert f"| a | {shown} × | 3 ms | {peer} ms | – |  |" in lines(Row("a", 3, "ms", peer))

    def test_letter_by_letter(self) -> None:
        """Markdown characters in a row's name are escaped."""
        assert "| \\<a \\| b\\_c | – | 1 ms | – | – |  |" in lines(Row("<a | b_c", 1, "ms"))


class TestMachines:
    OTHER = Setting("2026-12-01", 0.5, {"processor": "8 cores"})

    def test_one(self) -> None:
        """If all benchmarks ran on the same machine, even on different dates, the machine is described once."""
        again = Setting("2026-12-01", 2.5, SETTING.machine)
        shown = [*results_page.machines({"warm_call": Result(SETTING, []), "parse": Result(again, [])})]
        assert shown[3:] == ["|  |  |", "| --- | --- |", "| processor | 2 cores |", "| Python | 3.11.7 |"]

    def test_several(self) -> None:
        """If benchmarks ran on several machines, each machine is described with the names of its benchmarks."""
        shown = [*results_page.machines({"warm_call": Result(SETTING, []), "parse": Result(self.OTHER, [])})]
        assert "`warm_call`" in shown
        assert shown[shown.index("`parse`") :][-1] == "| processor | 8 cores |"
