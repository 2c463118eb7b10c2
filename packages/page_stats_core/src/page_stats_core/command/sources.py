"""Where URLs come from: arguments, files and standard input, read lazily and line by line.

Reading may block, so it is done in a thread; an endless list is fine, and so is an endless line.
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
# A longer line is cut here, and what is left of it is still too long a URL (spec §3.1).
LINE_MAX: Final = 2 * URL_MAX

Source = str | TextIO


def open_sources(urls: Sequence[str], lists: Sequence[str]) -> list[Source]:
    """Return *urls* and then *lists* (paths), each ``-`` and each path as an open text; raise ``CommandError``."""
    if not urls and not lists:
        if sys.stdin is None or sys.stdin.isatty():
            raise CommandError("no URL given; see page-stats --help")
        urls = [STANDARD_INPUT]
    if [*urls, *lists].count(STANDARD_INPUT) > 1:
        raise CommandError("- must not be repeated: standard input can be read only once")
    return [*(_open(url) if url == STANDARD_INPUT else url for url in urls), *(_open(path) for path in lists)]


def read(sources: Iterable[Source]) -> Iterator[str]:
    """Yield the URLs of *sources*; raise ``CommandError`` when one cannot be read on."""
    for source in sources:
        if isinstance(source, str):
            yield source
        else:
            with source:
                yield from _lines(source)


async def read_in_thread(urls: Iterator[str]) -> AsyncIterator[str]:
    """Yield *urls*, each one taken only when it is asked for."""
    with SerialThread("page-stats-input") as thread:
        while (url := await thread.call(lambda: next(urls, None))) is not None:
            yield url


def _open(path: str) -> TextIO:
    # Bytes that are no UTF-8 become lone surrogates, which no URL may hold (§3.2): better than to guess.
    try:
        if path != STANDARD_INPUT:
            return Path(path).open(encoding="utf-8-sig", errors="surrogateescape")
        if sys.stdin is None:
            raise CommandError("cannot read standard input: it is closed")
        # Not sys.stdin itself: at exit Python waits for the lock that a thread which still reads would hold.
        return open(0, encoding="utf-8-sig", errors="surrogateescape", closefd=False)
    except OSError as error:
        raise _unreadable(path, error) from None
    except ValueError:
        raise CommandError(f"cannot read {path!r}: invalid path") from None


def _lines(stream: TextIO) -> Iterator[str]:
    """Yield the URLs of a list, comments and blank lines left out."""
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
