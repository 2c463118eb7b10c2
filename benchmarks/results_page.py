"""Render docs/benchmarks.md from the latest results: first a table of all targets, then the rows of each benchmark."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import NAMES, Row
from benchmarks.results import Results, Setting
from lib.repository import ROOT

PAGE = ROOT / "docs" / "benchmarks.md"
NOTHING = "–"

BEGINNING = """\
<!-- Written by `hatch run bench --write` from docs/benchmarks.json and the docstrings of benchmarks/. -->

# Benchmarks

Speed, memory use and deadline accuracy, compared with the alternatives. Less is always better.
Peers are measured in the same run, and everything is on localhost. Ratios carry over to other machines, times do not.
Each benchmark shows the machine's load before it ran. Other work makes times longer and ratios less certain.

[The comparison](contracts.md#9-cost) shows what the hosts themselves cost to install, start and call.
[benchmarks](../benchmarks/README.md) explains how to run and write benchmarks.

## Targets

One row per target. If several measurements share a target, the worst one is shown.

"""


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst row of all rows with the same target. *of* is the number of these rows."""

    benchmark: str
    row: Row
    of: int


def page(results: Results) -> str:
    """Return the page as Markdown."""
    return "\n".join([BEGINNING + "\n".join(targets(results)), *everything(results), *machines(results)]) + "\n"


def targets(results: Results) -> Iterator[str]:
    """Yield the table of targets. Targets for ratios come first."""
    yield from _head("", "ours ÷ peer", "ours", "target", "")
    for one in sorted(worsts(results), key=lambda one: not one.row.of_ratio):
        of = f" (the worst of {one.of})" if one.of > 1 else ""
        what = f"[`{one.benchmark}`](#{one.benchmark}): {_text(one.row.what)}{of}"
        yield _line(what, _ratio(one.row), _value(one.row.ours, one.row.unit), _target(one.row), _met(one.row))


def worsts(results: Results) -> Iterator[Worst]:
    """Yield the worst row for each target of each benchmark."""
    for name, result in results.items():
        same: dict[tuple[float, str, bool], list[Row]] = defaultdict(list)
        for row in result.rows:
            if row.target is not None:
                same[row.target, row.unit, row.of_ratio].append(row)
        yield from (Worst(name, max(rows, key=lambda row: row.judged), len(rows)) for rows in same.values())


def everything(results: Results) -> Iterator[str]:
    """Yield a section for each benchmark."""
    for name in NAMES:
        yield from ("", f"## {name}", "", described(name), "")
        if name not in results:
            yield f"Not measured yet: `hatch run bench --write {name}`."
            continue
        setting = results[name].setting
        yield f"`hatch run bench {name}`, on {setting.date}; load of the machine in the minute before: {setting.load}."
        yield ""
        yield from _head("", "ours ÷ peer", "ours", "peer", "target", "")
        for row in results[name].rows:
            peer = NOTHING if row.peer is None else _value(row.peer, row.unit)
            ours = _value(row.ours, row.unit)
            yield _line(_text(row.what), _ratio(row), ours, peer, _target(row), _met(row))


def described(name: str) -> str:
    """Return the docstring of a benchmark."""
    program = Path(__file__).with_name(f"{name}.py").read_text("utf-8")
    return ast.get_docstring(ast.parse(program)) or ""


def machines(results: Results) -> Iterator[str]:
    """Yield a table for each machine. If there are several machines, each table names the benchmarks that ran there."""
    yield from ("", "## The machine")
    for machine, names in _by_machine({name: result.setting for name, result in results.items()}):
        whose = "" if len(names) == len(results) else ", ".join(f"`{name}`" for name in names)
        yield from ("", *([whose, ""] if whose else []), _line("", ""), _line("---", "---"))
        yield from (_line(what, value) for what, value in machine.items())


def _by_machine(settings: Mapping[str, Setting]) -> Iterator[tuple[Mapping[str, str], Sequence[str]]]:
    names: dict[tuple[tuple[str, str], ...], list[str]] = defaultdict(list)
    for name, setting in settings.items():
        names[tuple(setting.machine.items())].append(name)
    yield from ((dict(machine), whose) for machine, whose in names.items())


def _head(*titles: str) -> Iterator[str]:
    yield _line(*titles)
    yield _line("---", *["---:"] * (len(titles) - 2), "---")


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _text(what: str) -> str:
    """Return a row's title with Markdown characters escaped."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>|" else char for char in what)


def _ratio(row: Row) -> str:
    if row.ratio is None:
        return NOTHING
    return f"{row.ratio:.2f} ×" if row.ratio >= 1 else f"{_number(row.ratio)} ×"


def _target(row: Row) -> str:
    return NOTHING if row.target is None else f"≤ {_value(row.target, '×' if row.of_ratio else row.unit)}"


def _met(row: Row) -> str:
    if row.target is None:
        return ""
    return "**missed**" if row.missed else "met"


def _value(value: float, unit: str) -> str:
    return f"{_number(value)} {unit}"


def _number(value: float) -> str:
    """Format with three significant digits, or all digits before the point. Values below 0.001 become "< 0.001"."""
    if 0 < value < 0.001:
        return "< 0.001"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
