"""What a model is told of a tool, to the letter."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.engine.texts import code
from comparison.frameworks.framework import Asked, Framework, saw
from comparison.frameworks.toy import Arrived, Core, echo

ROWS: Final = {"parameters": "its parameters", "output": "what comes back"}


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Look at it."""
    (told,) = await framework.offered(framework.tool(echo(Core(), returns=Arrived)))
    yield saw("parameters", code(dict(told.parameters)))
    if told.output:
        yield saw("output", code(dict(told.output)))
