"""Whether calls run at the same time, notice their cancellation, have a time limit, and can report progress."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Final

from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Call, Finding, Framework, observe
from comparison.frameworks.toy import echo

ROWS: Final = {
    "together, blocking": "two calls of one message, the tool blocking a thread",
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


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    yield await _together_blocking(framework)
    yield await _cancelled(framework)
    yield await _cancelled_blocking(framework)
    yield await _stopped(framework)
    yield await _limited(framework)
    text = await framework.progress()
    yield observe("progress", text or "no word for it", "enforced" if text else "absent")


class _Waiting:
    """A tool's body that waits until it is cancelled, perhaps on another event loop; *notice* names the exception."""

    def __init__(self) -> None:
        self.notice = ""
        self._reached, self._ended = threading.Event(), threading.Event()

    async def body(self, _: str, __: int) -> None:
        self._reached.set()
        try:
            await asyncio.sleep(PATIENCE_SECONDS)
        except asyncio.CancelledError as error:
            self.notice = code(type(error).__name__)
            raise
        finally:
            self._ended.set()

    async def reached(self) -> None:
        """Wait until the tool is called."""
        if not await asyncio.to_thread(self._reached.wait, PATIENCE_SECONDS):
            raise TimeoutError("the tool was not reached")

    async def outcome(self) -> str:
        """Describe whether the tool is cancelled within ``MOMENT_SECONDS``."""
        await asyncio.to_thread(self._ended.wait, MOMENT_SECONDS)
        return f"the tool is told at once: {self.notice}" if self.notice else "the tool is not told"


async def _together_blocking(framework: Framework) -> Finding:
    both = threading.Barrier(2)

    def meet(_: str, __: int) -> str:
        try:
            both.wait(PATIENCE_SECONDS)
        except threading.BrokenBarrierError:
            return "alone"
        return "met"

    await framework.run([framework.tool(echo(meet))], [CALL, CALL])
    met = not both.broken
    return observe(
        "together, blocking", "side by side" if met else "one after the other", "enforced" if met else "absent"
    )


async def _cancelled(framework: Framework) -> Finding:
    waiting = _Waiting()
    running = asyncio.create_task(framework.run([framework.tool(echo(waiting.body))], [CALL]))
    await waiting.reached()
    running.cancel()
    outcome = await waiting.outcome()
    await asyncio.gather(running, return_exceptions=True)
    return observe("cancelled", outcome, "enforced" if waiting.notice else "absent")


async def _stopped(framework: Framework) -> Finding:
    waiting = _Waiting()
    stoppable = framework.stoppable([framework.tool(echo(waiting.body))], [CALL])
    if not stoppable:
        return observe("stopped", "none", "absent")
    how, run, stop = stoppable
    running = asyncio.create_task(run)
    await waiting.reached()
    stop()
    outcome = await waiting.outcome()
    await asyncio.wait([running], timeout=MOMENT_SECONDS)
    ends = running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    became = "the run ends" if ends else f"the run does not end within {MOMENT_SECONDS:g} s"
    return observe("stopped", f"{how}: {outcome}; {became}", "enforced" if waiting.notice and ends else "absent")


async def _limited(framework: Framework) -> Finding:
    waiting = _Waiting()
    limited = framework.limited(echo(waiting.body), LIMIT_SECONDS)
    if not limited:
        return observe("limited", "none", "absent")
    how, tool = limited
    running = asyncio.create_task(framework.run([tool], [CALL]))
    await waiting.reached()
    outcome = await waiting.outcome()
    ran = await running
    became = f"the run ends: {raised(ran.raised)}" if ran.raised else f"the model gets {ran.model}"
    return observe("limited", f"{how}: {became}; {outcome}", "enforced")


async def _cancelled_blocking(framework: Framework) -> Finding:
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
    return observe("cancelled, blocking", text, "absent")
