"""What becomes of each argument: what reaches the tool, and what the model, the program and the log get."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from comparison.engine.inputs import INPUTS, judged
from comparison.engine.render import SHORT
from comparison.engine.texts import code
from comparison.frameworks.framework import Asked, Call, Framework, observed
from comparison.frameworks.toy import Core, echo

ROWS: Final = {name: name for name in INPUTS}


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Have a model call the toy with each."""
    for row, arguments in INPUTS.items():
        core = Core()
        parts, _ = await observed(framework.run([framework.tool(echo(core))], [Call(arguments)]))
        reached = core.reached[0] if core.reached else None
        yield row, judged(row, reached, {SHORT: in_short(row, reached), **parts})


def in_short(row: str, reached: Mapping[str, Any] | None) -> str:
    """Return what the tool got of that which *row* is about."""
    if reached is None:
        return "refused"
    match row:
        case "an unknown name":
            return "passed on" if set(reached) > {"url", "timeout_seconds"} else "dropped"
        case "null for the URL":
            return code(json.dumps(reached["url"]))
        case _:
            return code(json.dumps(reached["timeout_seconds"]))
