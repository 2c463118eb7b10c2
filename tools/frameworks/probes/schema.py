"""What a model is told of a tool, and what of that was declared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from contracts.probes import schema
from contracts.texts import code

from frameworks.framework import Asked, Framework, saw
from frameworks.toy import Core, echo

ROWS: Final = {
    **{row: label for row, label in schema.ROWS.items() if row != "out of step"},
    "required": "which are required",
    "output": "what comes back",
}


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Look at what a model is told of the toy."""
    (told,) = await framework.offered(framework.tool(echo(Core())))
    for row, _, seen in schema.facts("", told.parameters, declared_closed=False):
        yield row, seen
    required = told.parameters.get("required")
    yield saw("required", code(required) if required else "left out", "told" if required else "hidden")
    yield saw("output", code(told.output) if told.output else "left out", "told" if told.output else "absent")
