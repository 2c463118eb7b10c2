"""How calls run: side by side or not, cancelled or not, within a time or not, and what of their progress is seen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Final

from contracts.inputs import INPUTS
from contracts.texts import code

from frameworks.framework import Asked, Call, Framework, saw
from frameworks.toy import Body, echo

ROWS: Final = {
    "together": "two calls of one message, the tool a coroutine",
    "together, blocking": "the same, the tool blocking a thread",
    "cancelled": "the program cancels the run",
    "cancelled, blocking": "the same, the tool blocking a thread",
    "limited": "a limit of time that the framework offers",
    "progress": "progress of a call",
}
CALL: Final = Call(INPUTS["a good call"])
PATIENCE_SECONDS: Final = 5.0
LIMIT_SECONDS: Final = 0.2


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Run two calls at once, cancel one either way, limit one, and listen to one that tells how far it is."""
    yield await _together(framework)
    yield await _together_blocking(framework)
    yield await _cancelled(framework)
    yield await _cancelled_blocking(framework)
    if limited := framework.limited(echo(_waiting(PATIENCE_SECONDS)), LIMIT_SECONDS):
        how, tool = limited
        ran = await framework.run([tool], [CALL])
        yield saw("limited", f"{how}: the run {ran.goes_on}; the model gets {ran.model}", "enforced")
    else:
        yield saw("limited", "none", "absent")
    told = await framework.progress()
    yield saw("progress", told or "no word for it", "enforced" if told else "absent")


def _waiting(seconds: float) -> Body:
    async def wait(_: str, __: int) -> str:
        await asyncio.sleep(seconds)
        return "done"

    return wait


async def _together(framework: Framework) -> Asked:
    both = asyncio.Barrier(2)

    async def meet(_: str, __: int) -> str:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await both.wait()
        except (TimeoutError, asyncio.BrokenBarrierError):
            return "alone"
        return "met"

    ran = await framework.run([framework.tool(echo(meet))], [CALL, CALL])
    return _met("together", both.n_waiting == 0 and "alone" not in ran.model)


async def _together_blocking(framework: Framework) -> Asked:
    both = threading.Barrier(2)

    def meet(_: str, __: int) -> str:
        try:
            both.wait(PATIENCE_SECONDS)
        except threading.BrokenBarrierError:
            return "alone"
        return "met"

    await framework.run([framework.tool(echo(meet))], [CALL, CALL])
    return _met("together, blocking", not both.broken)


def _met(row: str, met: bool) -> Asked:  # noqa: FBT001  # what it says
    return saw(row, "side by side" if met else "one after the other", "enforced" if met else "absent")


async def _cancelled(framework: Framework) -> Asked:
    reached, told = asyncio.Event(), ""

    async def wait(_: str, __: int) -> None:
        nonlocal told
        reached.set()
        try:
            await asyncio.sleep(PATIENCE_SECONDS)
        except asyncio.CancelledError as error:
            told = f"the tool is told at once: {code(type(error).__name__)}"
            raise

    running = asyncio.create_task(framework.run([framework.tool(echo(wait))], [CALL]))
    await asyncio.wait_for(reached.wait(), PATIENCE_SECONDS)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return saw("cancelled", told or "the tool is not told", "enforced" if told else "absent")


async def _cancelled_blocking(framework: Framework) -> Asked:
    reached, released, ended = threading.Event(), threading.Event(), threading.Event()

    def block(_: str, __: int) -> str:
        reached.set()
        released.wait(PATIENCE_SECONDS)
        ended.set()
        return "done"

    running = asyncio.create_task(framework.run([framework.tool(echo(block))], [CALL]))
    if not await asyncio.to_thread(reached.wait, PATIENCE_SECONDS):
        raise TimeoutError("the tool was not reached")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    first = not ended.is_set()
    released.set()
    text = "the caller returns at once, the thread goes on to its end" if first else "the caller waits for the tool"
    return saw("cancelled, blocking", text, "absent")
