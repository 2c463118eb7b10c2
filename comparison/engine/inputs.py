"""The arguments that every host is given, and the verdict on what the host does with them and with a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from comparison.engine.cells import Seen, Verdict
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


def judged(row: str, reached: Any, parts: Mapping[str, str]) -> Seen:
    """Return what was seen, judged by what *reached* the tool, which is None if it was not called."""
    return Seen({"the tool gets": NOT_CALLED if reached is None else code(reached), **parts}, verdict(row, reached))


NOT_CALLED: Final = "is not called"


def verdict(row: str, reached: Any) -> Verdict | None:
    """Return what became of the rule of the schema that the arguments of *row* break.

    Enforced: the call is refused; changed: the tool gets something else, which keeps the rule; declared: the tool gets
    what was sent. For an argument that is left out the rule is its default.
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
    """Whether these are equal, and of equal types: True is no 1."""
    return one == other and all(type(one[name]) is type(other[name]) for name in one)


FAILURE: Final = "The server answered 404."


def judged_failure(parts: Mapping[str, str], received: str, *, ends: bool = False) -> Seen:
    """Return a cell: "told" if *received* holds the toy's message, "absent" if the run *ends*."""
    said: Verdict = "told" if FAILURE in received else "hidden"
    return Seen(parts, "absent" if ends else said)
