"""How each argument arrives at the tool, and what the model, the program and the log receive."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from comparison.engine.inputs import INPUTS, with_verdict
from comparison.engine.texts import code
from comparison.frameworks.framework import SHORT, Call, Finding, Framework, run_recorded
from comparison.frameworks.toy import Core, echo

ROWS: Final = {name: name for name in INPUTS if name not in {"a good call", "left out", "none at all"}}


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    for row in ROWS:
        core = Core()
        parts, _ = await run_recorded(framework.run([framework.tool(echo(core))], [Call(INPUTS[row])]))
        reached = core.reached[0] if core.reached else None
        yield row, with_verdict(row, reached, {SHORT: in_short(row, reached), **parts})


def in_short(row: str, reached: Mapping[str, Any] | None) -> str:
    """Return the value that the tool received for the argument that *row* is about."""
    if reached is None:
        return "refused"
    match row:
        case "an unknown name":
            return "passed on" if set(reached) > {"url", "timeout_seconds"} else "dropped"
        case "null for the URL":
            return code(json.dumps(reached["url"]))
        case _:
            return code(json.dumps(reached["timeout_seconds"]))
