"""Read URLs from arguments, files and standard input, lazily and line by line.

Reads may block, so they run in a thread. Endless lists and endless lines are fine.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from page_stats_core.command.errors import CommandError
from page_stats_core.command.serial import SerialThread
from page_stats_core.contract import URL_MAX

STANDARD_INPUT: Final = "-"
# Longer lines are cut here; the rest is still too long for a URL (§3.1).
LINE_MAX: Final = 2 * URL_MAX

Source = str | TextIO


def open_sources(urls: Sequence[str], lists: Sequence[str]) -> list[Source]:
    """Return *urls*, then *lists* (paths), with ``-`` and paths as open text files; raise ``CommandError``."""
    if not urls and not lists:
        if sys.stdin is None or sys.stdin.isatty():
            raise CommandError("no URL is given; page-stats --help shows how")
        urls = [STANDARD_INPUT]
    if [*urls, *lists].count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice; standard input can be read only once")
    return [*(_open(url) if url == STANDARD_INPUT else url for url in urls), *(_open(path) for path in lists)]


def read(sources: Iterable[Source]) -> Iterator[str]:
    """Yield the URLs of *sources*; raise ``CommandError`` if reading fails."""
    for source in sources:
        if isinstance(source, str):
            yield source
        else:
            with source:
                yield from _lines(source)


async def read_in_thread(urls: Iterator[str]) -> AsyncIterator[str]:
    """Yield *urls*, taking each one from a thread on demand."""
    with SerialThread("page-stats-input") as thread:
        while (url := await thread.call(lambda: next(urls, None))) is not None:
            yield url


def _open(path: str) -> TextIO:
    # Bytes that are not UTF-8 become lone surrogates, which are rejected in a URL (§3.2). Guessing an encoding would be
    # worse.
    try:
        if path != STANDARD_INPUT:
            return Path(path).open(encoding="utf-8-sig", errors="surrogateescape")
        if sys.stdin is None:
            raise CommandError("cannot read standard input: it is closed")
        # Not sys.stdin: at exit Python waits for its lock, which a thread that still reads would hold.
        return open(0, encoding="utf-8-sig", errors="surrogateescape", closefd=False)
    except OSError as error:
        raise _unreadable(path, error) from None
    except ValueError:
        raise CommandError(f"cannot read {path!r}: it is no path") from None


def _lines(stream: TextIO) -> Iterator[str]:
    """Yield the URLs of a list without comments and blank lines."""
    try:
        while line := stream.readline(LINE_MAX):
            if len(line) == LINE_MAX and not line.endswith("\n"):
                _skip_line(stream)
                yield line
            elif (url := line.strip(" \t\n")) and not url.startswith("#"):
                yield url
    except OSError as error:
        raise _unreadable(stream.name, error) from None


def _skip_line(stream: TextIO) -> None:
    while (rest := stream.readline(LINE_MAX)) and not rest.endswith("\n"):
        pass


def _unreadable(name: str | int, error: OSError) -> CommandError:
    what = repr(name) if name not in (0, STANDARD_INPUT) else "standard input"
    return CommandError(f"cannot read {what}: {error.strerror}")
