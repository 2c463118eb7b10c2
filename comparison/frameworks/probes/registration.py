"""How an agent discovers a tool, and how it treats two tools of the same name and calls of an unknown tool."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.engine.inputs import INPUTS
from comparison.engine.texts import raised
from comparison.frameworks.framework import Call, Finding, Framework, observe, run_recorded
from comparison.frameworks.toy import Core, echo

ROWS: Final = {
    "known by": "a tool is known by",
    "twice": "two tools of one name",
    "unknown": "a model calls a tool that there is not",
}
CALL: Final = INPUTS["a good call"]


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    yield observe("known by", framework.known_by)
    yield await _twice(framework)
    ran = await framework.run([framework.tool(echo(Core()))], [Call(CALL, "nonesuch")])
    became = f"the run ends: {raised(ran.raised)}" if ran.raised else f"the model gets {ran.model}"
    yield observe("unknown", became, "absent" if ran.raised else "enforced")


async def _twice(framework: Framework) -> Finding:
    cores = first, second = Core(), Core()
    try:
        tools = [framework.tool(echo(core)) for core in cores]
        offered = await framework.offered(*tools)
        parts, ran = await run_recorded(framework.run(tools, [Call(CALL)]))
    except Exception as error:  # whatever a framework raises
        return observe("twice", f"refused: {raised(error)}", "enforced")
    if ran.raised:
        return observe("twice", f"the run ends: {raised(ran.raised)}", "enforced")
    called = [which for which, core in (("the first", first), ("the last", second)) if core.reached]
    which = " and ".join(called) or "neither"
    text = f"{which} is called, and the model is told of {len(offered)}; logged: {parts['the log gets']}"
    return observe("twice", text, "absent")
