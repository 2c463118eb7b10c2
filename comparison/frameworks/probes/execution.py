"""How calls run: side by side or not, cancelled or not, within a time or not, and what of their progress is seen."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from typing import Final

from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Asked, Call, Framework, saw
from comparison.frameworks.toy import echo

ROWS: Final = {
    "together": "two calls of one message, the tool a coroutine",
    "together, blocking": "the same, the tool blocking a thread",
    "cancelled": "the program cancels the run",
    "cancelled, blocking": "the same, the tool blocking a thread",
    "stopped": "the framework's own way to end a run",
    "limited": "a limit of time that the framework offers",
    "progress": "progress of a call",
}
CALL: Final = Call(INPUTS["a good call"])
PATIENCE_SECONDS: Final = 5.0
LIMIT_SECONDS: Final = 0.2
MOMENT_SECONDS: Final = 1.5


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Run two calls at once, cancel one either way, limit one, and listen to one that tells how far it is."""
    yield await _together(framework)
    yield await _together_blocking(framework)
    yield await _cancelled(framework)
    yield await _cancelled_blocking(framework)
    yield await _stopped(framework)
    yield await _limited(framework)
    told = await framework.progress()
    yield saw("progress", told or "no word for it", "enforced" if told else "absent")


class _Waiting:
    """A body that waits until it is told not to, perhaps on another loop than the run: *told* is what it was told."""

    def __init__(self) -> None:
        self.told = ""
        self._reached, self._ended = threading.Event(), threading.Event()

    async def body(self, _: str, __: int) -> None:
        """Wait."""
        self._reached.set()
        try:
            await asyncio.sleep(PATIENCE_SECONDS)
        except asyncio.CancelledError as error:
            self.told = code(type(error).__name__)
            raise
        finally:
            self._ended.set()

    async def reached(self) -> None:
        """Return when it has been called."""
        if not await asyncio.to_thread(self._reached.wait, PATIENCE_SECONDS):
            raise TimeoutError("the tool was not reached")

    async def said(self) -> str:
        """Return what it is told within a moment."""
        await asyncio.to_thread(self._ended.wait, MOMENT_SECONDS)
        return f"the tool is told at once: {self.told}" if self.told else "the tool is not told"


async def _together(framework: Framework) -> Asked:
    running, met = 0, False

    async def meet(_: str, __: int) -> str:
        nonlocal running, met
        running += 1
        end = time.monotonic() + PATIENCE_SECONDS
        while not met and time.monotonic() < end:
            met = running == 2
            await asyncio.sleep(0.01)
        running -= 1
        return "done"

    await framework.run([framework.tool(echo(meet))], [CALL, CALL])
    return _met("together", met)


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
    waiting = _Waiting()
    running = asyncio.create_task(framework.run([framework.tool(echo(waiting.body))], [CALL]))
    await waiting.reached()
    running.cancel()
    said = await waiting.said()
    await asyncio.gather(running, return_exceptions=True)
    return saw("cancelled", said, "enforced" if waiting.told else "absent")


async def _stopped(framework: Framework) -> Asked:
    waiting = _Waiting()
    stoppable = framework.stoppable([framework.tool(echo(waiting.body))], [CALL])
    if not stoppable:
        return saw("stopped", "none", "absent")
    how, run, stop = stoppable
    running = asyncio.create_task(run)
    await waiting.reached()
    stop()
    said = await waiting.said()
    await asyncio.wait([running], timeout=MOMENT_SECONDS)
    ends = running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    became = "the run ends" if ends else f"the run does not end within {MOMENT_SECONDS:g} s"
    return saw("stopped", f"{how}: {said}; {became}", "enforced" if waiting.told and ends else "absent")


async def _limited(framework: Framework) -> Asked:
    waiting = _Waiting()
    limited = framework.limited(echo(waiting.body), LIMIT_SECONDS)
    if not limited:
        return saw("limited", "none", "absent")
    how, tool = limited
    running = asyncio.create_task(framework.run([tool], [CALL]))
    await waiting.reached()
    said = await waiting.said()
    ran = await running
    became = f"the run ends: {raised(ran.raised)}" if ran.raised else f"the model gets {ran.model}"
    return saw("limited", f"{how}: {became}; {said}", "enforced")


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
