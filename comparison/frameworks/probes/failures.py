"""Failures as the model, the program and the log receive them, and whether the agent run continues."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from comparison.engine.inputs import URL, failure_with_verdict
from comparison.frameworks.framework import Call, Finding, Framework, run_recorded
from comparison.frameworks.toy import SAID, Core, echo, failing

ROWS: Final = {
    "own error": "raised, as the framework's own error for tools",
    "try again": "raised, as the framework's own request to try again",
    "any error": "raised, as any error",
    "beside": "raised, beside a call that succeeds",
    "handled": "raised, and handled as the framework offers it",
    "own data": "returned, as the framework's own word for a failure",
    "data": "returned, as data that says `ok: false`",
    "nothing": "nothing returned",
}
FAILING: Final = Call({"url": "fail:any"})


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    for row, error in {"own error": framework.own_error(SAID), "try again": framework.try_again(SAID)}.items():
        if error:
            yield await _run(framework, row, framework.tool(echo(failing(error))), [FAILING], type(error).__name__)
    tool = framework.tool(echo(Core()))
    yield await _run(framework, "any error", tool, [FAILING])
    yield await _run(framework, "beside", tool, [Call({"url": URL}), FAILING])
    if handled := framework.handled(echo(Core())):
        how, tool = handled
        yield await _run(framework, "handled", tool, [FAILING], how)
    if failure := framework.own_failure(SAID):
        tool = framework.tool(echo(lambda *_: failure))
        yield await _run(framework, "own data", tool, [FAILING], type(failure).__name__)
    for row in ("data", "nothing"):
        yield await _run(framework, row, framework.tool(echo(Core())), [Call({"url": f"fail:{row}"})])


async def _run(framework: Framework, row: str, tool: Any, calls: Sequence[Call], how: str = "") -> Finding:
    parts, ran = await run_recorded(framework.run([tool], calls))
    first = {"how": how if how.startswith("`") else f"`{how}`"} if how else {}
    return row, failure_with_verdict({**first, "the run": ran.goes_on, **parts}, ran.model, ends=bool(ran.raised))
