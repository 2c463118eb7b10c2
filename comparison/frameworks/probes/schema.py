"""Which parts of a tool's declared schema a model receives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.engine import schema_facts
from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code
from comparison.frameworks.framework import Call, Finding, Framework, observe
from comparison.frameworks.toy import Arrived, Core, echo

ROWS: Final = {
    "closed": schema_facts.ROWS["closed"],
    "required": "which are required",
    "output": "what comes back, if the function says so",
    "by hand": "a JSON Schema by hand instead",
}


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    (offered,) = await framework.offered(framework.tool(echo(Core())))
    for row, _, observation in schema_facts.facts("", offered.parameters, declared_closed=False):
        if row in ROWS:
            yield row, observation
    required = offered.parameters.get("required")
    yield observe("required", code(required) if required else "left out", "told" if required else "hidden")
    (offered,) = await framework.offered(framework.tool(echo(Core(), returns=Arrived)))
    yield observe("output", "a schema" if offered.output else "left out", "told" if offered.output else "absent")
    core = Core()
    if by_hand := framework.by_hand(SCHEMA, echo(core)):
        how, tool = by_hand
        ran = await framework.run([tool], [Call(INPUTS["999"])])
        became = f"passed on; the run {ran.goes_on}" if core.reached else "refused"
        yield observe("by hand", f"{how}: 999 is {became}", "declared" if core.reached else "enforced")


# The JSON Schema that corresponds to the toy's signature.
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
