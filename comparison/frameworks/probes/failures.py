"""What a failure becomes: for the model, for the program, in the log; and whether the agent goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from comparison.engine.inputs import URL, judged_failure
from comparison.frameworks.framework import Asked, Call, Framework, observed
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


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Have the toy fail in each way."""
    for row, error in {"own error": framework.own_error(SAID), "try again": framework.try_again(SAID)}.items():
        if error:
            yield await _seen(framework, row, framework.tool(echo(failing(error))), [FAILING], type(error).__name__)
    tool = framework.tool(echo(Core()))
    yield await _seen(framework, "any error", tool, [FAILING])
    yield await _seen(framework, "beside", tool, [Call({"url": URL}), FAILING])
    if handled := framework.handled(echo(Core())):
        how, tool = handled
        yield await _seen(framework, "handled", tool, [FAILING], how)
    if failure := framework.own_failure(SAID):
        tool = framework.tool(echo(lambda *_: failure))
        yield await _seen(framework, "own data", tool, [FAILING], type(failure).__name__)
    for row in ("data", "nothing"):
        yield await _seen(framework, row, framework.tool(echo(Core())), [Call({"url": f"fail:{row}"})])


async def _seen(framework: Framework, row: str, tool: Any, calls: Sequence[Call], how: str = "") -> Asked:
    parts, ran = await observed(framework.run([tool], calls))
    first = {"how": how if how.startswith("`") else f"`{how}`"} if how else {}
    return row, judged_failure({**first, "the run": ran.goes_on, **parts}, ran.model, ends=bool(ran.raised))
