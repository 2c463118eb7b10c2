"""Cells that list which parts of the toy's declared schema reach a model. Every host calls the toy (a tool)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from comparison.engine.cells import Finding, Verdict, observe
from comparison.engine.texts import code

ROWS: Final = {
    "types": "types",
    "descriptions": "descriptions",
    "bounds": "bounds",
    "default": "the default",
    "closed": "that there are no other names",
}


def facts(column: str, schema: Mapping[str, Any], *, declared_closed: bool = True) -> Iterator[Finding]:
    """Yield a finding for each part of the toy's declared schema: whether the model's *schema* contains this part."""
    seconds = schema["properties"]["timeout_seconds"]
    yield _fact("types", column, code(seconds.get("type")), there="type" in seconds)
    yield _fact("descriptions", column, code(seconds.get("description")), there="description" in seconds)
    bounds = {name: seconds[name] for name in ("minimum", "maximum") if name in seconds}
    yield _fact("bounds", column, code(bounds), there=bool(bounds))
    yield _fact("default", column, code(seconds.get("default")), there="default" in seconds)
    closed = schema.get("additionalProperties") is False
    missing: Verdict = "hidden" if declared_closed else "absent"
    text = '`"additionalProperties": false`' if closed else "left out"
    yield observe("closed", column, text, "told" if closed else missing)
    yield observe("letters", column, code(schema))


def _fact(row: str, column: str, text: str, *, there: bool) -> Finding:
    verdict: Verdict = "told" if there else "hidden"
    return observe(row, column, text if there else "left out", verdict)
