"""One run of the command: sources, fetch, pipeline, format and output put together."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from page_stats_core.calls import apage_stats_payload
from page_stats_core.command.errors import CommandError
from page_stats_core.command.formats import Format
from page_stats_core.command.lines import Array, Lines
from page_stats_core.command.options import Options
from page_stats_core.command.output import Output
from page_stats_core.command.run import Fetch, Payload, run
from page_stats_core.command.sources import Source, read, read_in_thread
from page_stats_core.command.table import Table
from page_stats_core.page.urls import redact

# How long an ended run waits for a reader to take what is left.
GRACE_SECONDS: Final = 1.0
PROGRESS_SECONDS: Final = 1.0


async def answer(
    options: Options,
    sources: Sequence[Source],
    output: Output,
    fetch: Fetch | None = None,
    progress_seconds: float = PROGRESS_SECONDS,
) -> int:
    """Write the results for *sources* to *output*; return 0, or 1 if a page could not be had.

    *fetch* and *progress_seconds*, how often progress is drawn, are what tests replace.
    When it is cancelled or cannot go on reading, what was done is written, in valid form, before it raises.
    """
    end_on_sigterm()
    form = _format(options.format, output)
    tally = _Tally()

    def show(url: str, payload: Payload) -> asyncio.Future[None]:
        tally.add(payload)
        return output.write(form.row(redact(url), payload))

    drawing = asyncio.create_task(_draw(tally, output, progress_seconds)) if may_take_long(sources) else None
    try:
        output.write(form.begin())
        await run(read_in_thread(read(sources)), fetch or _fetch(options), show, options.concurrency)
        await output.write(form.end())
    except (asyncio.CancelledError, CommandError):
        await asyncio.wait([output.write(form.end())], timeout=GRACE_SECONDS)
        raise
    finally:
        if drawing:
            drawing.cancel()
        output.close()
    return 1 if tally.failed else 0


class _Tally:
    """How many results were written, and how many of them are failures."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0

    def add(self, payload: Payload) -> None:
        self.done += 1
        self.failed += not payload["ok"]


def may_take_long(sources: Sequence[Source]) -> bool:
    """Return whether there are many URLs, none of them typed: a line of progress would get mixed up with those."""
    lists = [source for source in sources if not isinstance(source, str)]
    return (len(sources) > 1 or bool(lists)) and not any(source.isatty() for source in lists)


def _format(name: str | None, output: Output) -> Format:
    if name == "json":
        return Array()
    if name == "jsonl" or (name is None and not output.is_terminal):
        return Lines()
    return Table(output.width, colours=output.has_colours)


def _fetch(options: Options) -> Fetch:
    async def fetch(url: str) -> Payload:
        return await apage_stats_payload({"url": url, "timeout_seconds": options.timeout_seconds}, options.config)

    return fetch


async def _draw(tally: _Tally, output: Output, seconds: float) -> None:
    """Say every so often how far things are: nothing is seen of it in a short run."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    while True:
        await asyncio.sleep(seconds)
        output.draw(f"{tally.done} done, {tally.failed} failed, {loop.time() - begin:.0f} s")


def end_on_sigterm() -> None:
    """Have SIGTERM cancel this task; where that cannot be (on Windows, outside the main thread) it ends the process."""
    task = asyncio.current_task()
    if task:
        with suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
