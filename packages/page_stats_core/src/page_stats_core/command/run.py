"""One run of the command: read the subjects, call the tool, and format and write the results."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from page_stats_core.calls import apage_stats_payload
from page_stats_core.command.errors import CommandError
from page_stats_core.command.formats import Format
from page_stats_core.command.json_output import Array, Lines
from page_stats_core.command.options import Options
from page_stats_core.command.output import Output
from page_stats_core.command.pipeline import Call, Payload, run
from page_stats_core.command.sources import Source, read, read_in_thread
from page_stats_core.command.table import Table
from page_stats_core.contract import SUBJECT
from page_stats_core.page.command import without_secrets

# How long an interrupted run waits for a slow reader of its output.
GRACE_SECONDS: Final = 1.0
PROGRESS_SECONDS: Final = 1.0


async def answer(
    options: Options,
    sources: Sequence[Source],
    output: Output,
    call: Call | None = None,
    progress_seconds: float = PROGRESS_SECONDS,
) -> int:
    """Write the results for *sources* to *output*; return 0, or 1 if any call failed.

    Tests replace *call* and *progress_seconds*, the interval of the progress line. On cancellation or a read error, the
    finished results are written as a valid document before the exception is raised.
    """
    end_on_sigterm()
    form = _format(options.format, output)
    tally = _Tally()

    def show(subject: str, payload: Payload) -> asyncio.Future[None]:
        tally.add(payload)
        return output.write(form.row(without_secrets(subject), payload))

    drawing = asyncio.create_task(_draw(tally, output, progress_seconds)) if may_take_long(sources) else None
    try:
        output.write(form.begin())
        await run(read_in_thread(read(sources)), call or _call(options), show, options.concurrency)
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
    """The number of results written, and how many of them failed."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0

    def add(self, payload: Payload) -> None:
        self.done += 1
        self.failed += not payload["ok"]


def may_take_long(sources: Sequence[Source]) -> bool:
    """Return whether to show a progress line.

    True for several subjects or a list of subjects, unless the user types a list in the terminal.
    """
    lists = [source for source in sources if not isinstance(source, str)]
    return (len(sources) > 1 or bool(lists)) and not any(source.isatty() for source in lists)


def _format(name: str | None, output: Output) -> Format:
    if name == "json":
        return Array()
    if name == "jsonl" or (name is None and not output.is_terminal):
        return Lines()
    return Table(output.width, colours=output.has_colours)


def _call(options: Options) -> Call:
    async def call(subject: str) -> Payload:
        arguments = {SUBJECT: subject, "timeout_seconds": options.timeout_seconds}
        return await apage_stats_payload(arguments, options.config)

    return call


async def _draw(tally: _Tally, output: Output, seconds: float) -> None:
    """Draw the progress line every *seconds*. A run shorter than *seconds* shows no progress line."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    while True:
        await asyncio.sleep(seconds)
        output.draw(f"{tally.done} done, {tally.failed} failed, {loop.time() - begin:.0f} s")


def end_on_sigterm() -> None:
    """Make SIGTERM cancel the current task.

    Where that is impossible (on Windows, in other threads), SIGTERM ends the process.
    """
    task = asyncio.current_task()
    if task:
        with suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
