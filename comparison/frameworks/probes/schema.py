"""What a model is told of a tool, and what of that was declared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.engine import schema_facts
from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code
from comparison.frameworks.framework import Asked, Call, Framework, saw
from comparison.frameworks.toy import Arrived, Core, echo

ROWS: Final = {
    **schema_facts.ROWS,
    "required": "which are required",
    "output": "what comes back, if the function says so",
    "by hand": "a JSON Schema by hand instead",
}


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Look at what a model is told of the toy; try a schema by hand."""
    (told,) = await framework.offered(framework.tool(echo(Core())))
    for row, _, seen in schema_facts.facts("", told.parameters, declared_closed=False):
        if row in ROWS:
            yield row, seen
    required = told.parameters.get("required")
    yield saw("required", code(required) if required else "left out", "told" if required else "hidden")
    (told,) = await framework.offered(framework.tool(echo(Core(), returns=Arrived)))
    yield saw("output", "a schema" if told.output else "left out", "told" if told.output else "absent")
    core = Core()
    if by_hand := framework.by_hand(SCHEMA, echo(core)):
        how, tool = by_hand
        ran = await framework.run([tool], [Call(INPUTS["999"])])
        became = f"passed on; the run {ran.goes_on}" if core.reached else "refused"
        yield saw("by hand", f"{how}: 999 is {became}", "declared" if core.reached else "enforced")


# As the toy's signature says it.
SCHEMA: Final = {
    "type": "object",
    "properties": {
        "url": {"type": "string", "description": "Absolute http or https URL."},
        "timeout_seconds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 60,
            "default": 10,
            "description": "Whole seconds, 1 to 60.",
        },
    },
    "required": ["url"],
    "additionalProperties": False,
}
