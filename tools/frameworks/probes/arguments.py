"""What becomes of each argument: what reaches the tool, and what the model, the program and the log get."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from contracts.inputs import INPUTS, judged

from frameworks.framework import Asked, Call, Framework, observed
from frameworks.toy import Core, echo

ROWS: Final = {name: name for name in INPUTS}


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Have a model call the toy with each."""
    for row, arguments in INPUTS.items():
        core = Core()
        parts, _ = await observed(framework.run([framework.tool(echo(core))], [Call(arguments)]))
        yield row, judged(row, core.reached[0] if core.reached else None, parts)
