"""The parts of a schema that a model receives, as cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from comparison.engine.cells import Sighting, Verdict, saw
from comparison.engine.texts import code

ROWS: Final = {
    "types": "types",
    "descriptions": "descriptions",
    "bounds": "bounds",
    "default": "the default",
    "closed": "that there are no other names",
}


def facts(column: str, told: Mapping[str, Any], *, declared_closed: bool = True) -> Iterator[Sighting]:
    """Yield what the schema of the toy, as *told* to a model, says and what it leaves out."""
    seconds = told["properties"]["timeout_seconds"]
    yield _fact("types", column, code(seconds.get("type")), there="type" in seconds)
    yield _fact("descriptions", column, code(seconds.get("description")), there="description" in seconds)
    bounds = {name: seconds[name] for name in ("minimum", "maximum") if name in seconds}
    yield _fact("bounds", column, code(bounds), there=bool(bounds))
    yield _fact("default", column, code(seconds.get("default")), there="default" in seconds)
    closed = told.get("additionalProperties") is False
    missing: Verdict = "hidden" if declared_closed else "absent"
    text = '`"additionalProperties": false`' if closed else "left out"
    yield saw("closed", column, text, "told" if closed else missing)
    yield saw("letters", column, code(told))


def _fact(row: str, column: str, text: str, *, there: bool) -> Sighting:
    verdict: Verdict = "told" if there else "hidden"
    return saw(row, column, text if there else "left out", verdict)
