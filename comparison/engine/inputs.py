"""The arguments that every host receives, and verdicts on a host's treatment of the arguments and of a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from comparison.engine.cells import Observation, Verdict
from comparison.engine.texts import code

URL: Final = "https://a.example/"

INPUTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "a good call": {"url": URL, "timeout_seconds": 5},
    '"30"': {"url": URL, "timeout_seconds": "30"},
    "true": {"url": URL, "timeout_seconds": True},
    "null": {"url": URL, "timeout_seconds": None},
    "2.5": {"url": URL, "timeout_seconds": 2.5},
    "999": {"url": URL, "timeout_seconds": 999},
    "left out": {"url": URL},
    "an unknown name": {"url": URL, "timeout_seconds": 5, "depth": 1},
    "none at all": {},
    "null for the URL": {"url": None, "timeout_seconds": 5},
}


def with_verdict(row: str, reached: Any, parts: Mapping[str, str]) -> Observation:
    """Return *parts* and *reached* (the tool's arguments, or None if it was not called) with a verdict on *reached*."""
    tool_gets = NOT_CALLED if reached is None else code(reached)
    return Observation({"the tool gets": tool_gets, **parts}, verdict(row, reached))


NOT_CALLED: Final = "is not called"


def verdict(row: str, reached: Any) -> Verdict | None:
    """Return how the host treats the schema rule that is broken by the arguments of *row*.

    "enforced": the call is rejected. "changed": the tool receives arguments that differ from those sent. "declared":
    the tool receives the arguments as sent. If *row* omits an argument, the rule is that the tool receives the
    default.
    """
    match row:
        case "a good call":
            return None
        case "left out":
            return "enforced" if reached == {**INPUTS[row], "timeout_seconds": 10} else "declared"
        case _ if reached is None:
            return "enforced"
        case _:
            return "declared" if _same(reached, INPUTS[row]) else "changed"


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    # True equals 1, so types are compared as well.
    return one == other and all(type(one[name]) is type(other[name]) for name in one)


FAILURE: Final = "The server answered 404."


def failure_with_verdict(parts: Mapping[str, str], received: str, *, ends: bool = False) -> Observation:
    """Return *parts* with a verdict on how the host reports a failure of the toy (the tool that every host calls).

    The verdict is "absent" if the run *ends*, else "told" if *received* contains the toy's message, else "hidden".
    """
    reported: Verdict = "told" if FAILURE in received else "hidden"
    return Observation(parts, "absent" if ends else reported)
