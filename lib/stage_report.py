"""Report the minutes and failures of several stages, and everything that was not run, with the reason."""

from __future__ import annotations

import os
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
# Needed by the tests in the stages "dify" and "mcp".
DIFY: Final = ("dify-sdk", "dify-cli", "dify-daemon")
MCP: Final = ("mcp-typescript",)
REQUIRABLE: Final = (*(f"python-{version}" for version in PYTHONS), "langchain", "openclaw", *DIFY, *MCP, "build")


@dataclass(slots=True)
class Report:
    """The results of the stages; *began* is when the run began, by the monotonic clock."""

    minutes: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    not_run: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def add(self, name: str, minutes: float, not_run: Mapping[str, str], *, failed: bool) -> None:
        self.minutes[name] = minutes
        self.not_run |= not_run
        if failed:
            self.failed.append(name)


def minutes_since(began: float) -> float:
    return (time.monotonic() - began) / 60


def skipped(results: Path) -> dict[str, str]:
    """Return the tests that pytest skipped, each with the reason."""
    cases = ET.parse(results).iter("testcase")  # noqa: S314  # pytest has just written it
    return {
        f"{case.get('classname')}.{case.get('name')}": skip.get("message") or ""
        for case in cases
        if (skip := case.find("skipped")) is not None
    }


def requirements() -> set[str]:
    """Return the names in CHECK_REQUIRE."""
    names = {name.strip() for name in os.environ.get("CHECK_REQUIRE", "").split(",")} - {""}
    if unknown := sorted(names - set(REQUIRABLE)):
        sys.exit(f"unknown name {', '.join(map(repr, unknown))} in CHECK_REQUIRE (choose from {', '.join(REQUIRABLE)})")
    return names


def missed(report: Report, required: set[str]) -> list[str]:
    """Return the names in *required* that were not run; for a skipped test, the name is the reason up to ":"."""
    names = set(report.not_run) | {reason.partition(":")[0] for reason in report.not_run.values()}
    return sorted(required & names)


def print_report(report: Report, missing: Sequence[str]) -> None:
    print("\nMinutes per stage")
    for name, minutes in report.minutes.items():
        print(f"  {minutes:5.1f}  {name}{'  failed' if name in report.failed else ''}")
    print(f"  {minutes_since(report.began):5.1f}  from the first to the last")
    if report.left_out:
        print(f"\nLeft out: {', '.join(report.left_out)}")
    print("\nNot run here" + ("" if report.not_run else ": nothing"))
    for name, reason in report.not_run.items():
        print(f"  {name}: {reason}")
    faults = [*report.failed, *(f"{name} (required, but not run)" for name in missing)]
    print(f"\nFailed: {', '.join(faults)}" if faults else "\nPassed")
