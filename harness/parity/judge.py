"""Compare a dialect's answer to a case with the expected answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from harness.parity.cases import Case, complete, filled

DEVIATIONS: Final = Path(__file__).with_name("deviations.json")


@dataclass(frozen=True, slots=True)
class Deviation:
    """An answer that a dialect gives to a case instead of the expected answer, and how the dialect's host causes it."""

    dialect: str
    case: str
    instead: Any
    why: str


def load_deviations() -> tuple[Deviation, ...]:
    return tuple(Deviation(**entry) for entry in json.loads(DEVIATIONS.read_text("utf-8")))


def complaint(
    case: Case, result: Any, deviation: Deviation | None = None, places: Mapping[str, str] | None = None
) -> str | None:
    """Describe what is wrong with *result*; return None if *result* is the expected answer to *case*."""
    if case.family == "fetch":
        result, fault = _without_message(result)
        if fault:
            return fault
    expected = filled(case.expect, places or {})
    if deviation is None:
        return None if _same(result, expected) else _difference(case, expected, result)
    if _same(result, expected):
        return "no longer deviates: take its entry out of deviations.json"
    instead = filled(complete(deviation.instead), places or {})
    return None if _same(result, instead) else _difference(case, instead, result)


def find_deviation(deviations: Sequence[Deviation], dialect: str, case: Case) -> Deviation | None:
    return next((entry for entry in deviations if (entry.dialect, entry.case) == (dialect, case.name)), None)


def _without_message(result: Any) -> tuple[Any, str | None]:
    """Return a fetch's result without the message, and a problem if the message is missing (see README.md)."""
    if not isinstance(result, dict) or result.get("ok") is True:
        return result, None
    message = result.get("message")
    fault = None if isinstance(message, str) and message else f"the failure has no message: {_text(result)}"
    return {name: value for name, value in result.items() if name != "message"}, fault


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are the same JSON; ``true`` differs from 1, and 1 from 1.0."""
    return _text(one) == _text(other)


def _difference(case: Case, expected: Any, result: Any) -> str:
    return f"{case.why} (§{', §'.join(case.spec)})\nexpected {_text(expected)}\nanswered {_text(result)}"


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
