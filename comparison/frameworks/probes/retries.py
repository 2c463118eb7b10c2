"""How often a framework calls a failing tool, and how often a model may repeat a call before the run ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

from comparison.engine.inputs import INPUTS
from comparison.engine.texts import raised
from comparison.frameworks.framework import Call, Finding, Framework, observe
from comparison.frameworks.toy import SAID, Core, echo, failing

ROWS: Final = {
    "raised, in text": "the tool raises, where a model writes calls as text",
    "refused": "the model repeats arguments that are refused",
    "own error": "the model repeats a call that fails, with the framework's own error",
    "try again": "the same, with its request to try again",
}
TIMES: Final = 30


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    if in_text := framework.in_text():
        core = Core()
        await in_text.run([in_text.tool(echo(core))], [Call({"url": "fail:any"})])
        yield observe("raised, in text", _times(len(core.reached)))
    yield await _repeated(framework, "refused", framework.tool(echo(Core())), Call(INPUTS["none at all"]))
    for row, error in {"own error": framework.own_error(SAID), "try again": framework.try_again(SAID)}.items():
        if error:
            yield await _repeated(framework, row, framework.tool(echo(failing(error))), Call(INPUTS["a good call"]))


async def _repeated(framework: Framework, row: str, tool: Any, call: Call) -> Finding:
    ran = await framework.run([tool], *[[call]] * TIMES)
    if not ran.raised:
        return observe(row, f"{TIMES} times, and the run goes on", "absent")
    return observe(row, f"the run ends after {_times(ran.turns)}: {raised(ran.raised)}", "enforced")


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
