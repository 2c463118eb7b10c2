"""Whether calls run at the same time, notice their cancellation, and can report progress."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Finding, observe
from comparison.engine.inputs import INPUTS
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "together": "two calls of one message",
    "cancelled": "a caller that hangs up",
    "cancelled, blocking": "the same, the tool blocking a thread",
    "progress": "progress of a call",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")
CALL: Final = INPUTS["a good call"]
PATIENCE_SECONDS: Final = 10.0


def langchain(host: LangChain) -> Iterator[Finding]:
    yield _together(host)
    yield asyncio.run(_cancelled(host))
    yield asyncio.run(_cancelled_blocking(host))
    yield asyncio.run(_progress(host))


def _together(host: LangChain) -> Finding:
    both = threading.Barrier(2)

    def meet() -> str:
        try:
            both.wait(PATIENCE_SECONDS)
        except threading.BrokenBarrierError:
            return "one after the other"
        return "side by side, also where the tool is no coroutine"

    called = host.agent(host.answering(meet), CALL, CALL)
    return observe("together", "langchain", str(called.returned), "enforced" if "side" in called.returned else "absent")


async def _cancelled(host: LangChain) -> Finding:
    reached, notice = asyncio.Event(), ""

    async def wait() -> None:
        nonlocal notice
        reached.set()
        try:
            await asyncio.sleep(PATIENCE_SECONDS)
        except asyncio.CancelledError as error:
            notice = f"a tool with `_arun` is told at once: {code(type(error).__name__)}"
            raise

    task = asyncio.create_task(host.waiting(wait).ainvoke(dict(CALL)))
    await reached.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return observe("cancelled", "langchain", notice or "it is not told", "enforced" if notice else "absent")


async def _cancelled_blocking(host: LangChain) -> Finding:
    reached, released, ended = threading.Event(), threading.Event(), threading.Event()

    def block() -> str:
        reached.set()
        released.wait(PATIENCE_SECONDS)
        ended.set()
        return "done"

    task = asyncio.create_task(host.answering(block).ainvoke(dict(CALL)))
    await asyncio.to_thread(reached.wait, PATIENCE_SECONDS)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    returned_first = not ended.is_set()
    released.set()
    goes_on = await asyncio.to_thread(ended.wait, PATIENCE_SECONDS)
    text = "the caller returns at once, the thread goes on to its end" if returned_first and goes_on else "it ends"
    return observe("cancelled, blocking", "langchain", text, "absent" if goes_on else "enforced")


async def _progress(host: LangChain) -> Finding:
    from langchain_core.callbacks import adispatch_custom_event

    async def report() -> str:
        await adispatch_custom_event("progress", {"read": 1})
        return "done"

    events = [event async for event in host.waiting(report).astream_events(dict(CALL), version="v2")]
    reports: list[Any] = [event["data"] for event in events if event["event"] == "on_custom_event"]
    text = f"`adispatch_custom_event` reaches `astream_events` as `on_custom_event` {code(reports[0])}; not the model"
    return observe("progress", "langchain", text, "enforced")


def dify(host: Dify) -> Iterator[Finding]:
    """Send two calls at once, read a message of an unfinished call, and list the events that a plugin receives."""
    with host.more() as toy:
        answers = [toy.collect(session) for session in [toy.send_invoke({"url": "meet"}) for _ in range(2)]]
        met = all(answer.error is None for answer in answers)
        text = "side by side, as greenlets of one thread" if met else "one after the other"
        yield observe("together", "dify", text, "enforced" if met else "absent")
        session = toy.send_invoke({"url": "tell"})
        first = code(toy.first(session)["data"]["message"])
        host.call({"url": "release"}, toy)
        toy.collect(session)
    yield observe("progress", "dify", f"a message is with the daemon before the call has ended: {first}", "enforced")
    listing = "from dify_plugin.core.entities.plugin.io import PluginInStreamEvent as E; print(*(e.value for e in E))"
    events = ", ".join(f"`{event}`" for event in host.run_python(listing).split())
    yield observe("cancelled", "dify", f"no word for it: a plugin is sent {events}", "absent")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Make two calls wait for each other, disconnect during a call, and report progress from a call."""
    both = host.agent({"url": "meet"}, "more_meet", times=2).received
    text = "side by side" if both == ("met", "met") else "one after the other"
    yield observe("together", "openclaw", text, "enforced" if both == ("met", "met") else "absent")
    reason = host.hang_up()
    text = f"the tool's `signal` is aborted: {code(reason)}" if reason else "it is not told"
    yield observe("cancelled", "openclaw", text, "enforced" if reason else "absent")
    called = host.agent({"url": "tell"}, "more_tell")
    yield observe("progress", "openclaw", f"`onUpdate` takes it; the model gets {called.model} alone")
