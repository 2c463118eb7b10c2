"""Read subjects, the inputs of the command, from arguments, files and standard input.

Reads may block, so they run in a thread. Lists can be endless, so they are read on demand. Long lines are cut.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import Final, TextIO, cast

from page_stats_core.command.errors import CommandError
from page_stats_core.command.worker_thread import WorkerThread
from page_stats_core.page.command import METAVAR, SUBJECT_MAX

STANDARD_INPUT: Final = "-"
# Longer lines are cut to this length. The tool still rejects them, because no valid subject is that long.
LINE_MAX: Final = 2 * SUBJECT_MAX

# Byte order marks of UTF-16, which Windows PowerShell writes.
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

Source = str | TextIO


def open_sources(subjects: Sequence[str], lists: Sequence[str]) -> list[Source]:
    """Return *subjects*, followed by the opened files of the paths in *lists*. Each ``-`` becomes standard input.

    Without subjects and lists, the only source is standard input. Raises ``CommandError`` if there is nothing to read,
    a file cannot be opened, or ``-`` is repeated.
    """
    if not subjects and not lists:
        if sys.stdin is None or sys.stdin.isatty():
            raise CommandError(f"no {METAVAR} given; see page-stats --help")
        subjects = [STANDARD_INPUT]
    if [*subjects, *lists].count(STANDARD_INPUT) > 1:
        raise CommandError("- must not be repeated: standard input can be read only once")
    return [
        *(_open(subject) if subject == STANDARD_INPUT else subject for subject in subjects),
        *(_open(path) for path in lists),
    ]


def read(sources: Iterable[Source]) -> Iterator[str]:
    """Yield the subjects of *sources*; raise ``CommandError`` if reading fails."""
    for source in sources:
        if isinstance(source, str):
            yield source
        else:
            with source:
                if isinstance(source, TextIOWrapper):
                    _detect_encoding(source)
                yield from _lines(source)


async def read_in_thread(subjects: Iterator[str]) -> AsyncIterator[str]:
    """Yield *subjects*. A thread reads the next subject only when the caller asks for it."""
    with WorkerThread("page-stats-input") as thread:
        while (subject := await thread.call(lambda: next(subjects, None))) is not None:
            yield subject


def _open(path: str) -> TextIO:
    # Bytes that are not UTF-8 become lone surrogates, which the tool rejects (§3.2). A guessed encoding would be worse.
    try:
        if path != STANDARD_INPUT:
            return Path(path).open(encoding="utf-8-sig", errors="surrogateescape")
        if sys.stdin is None:
            raise CommandError("cannot read standard input: it is closed")
        # Not sys.stdin, because at exit Python would wait for its lock, which a thread that still reads holds.
        return open(0, encoding="utf-8-sig", errors="surrogateescape", closefd=False)
    except OSError as error:
        raise _unreadable(path, error) from None
    except ValueError:
        raise CommandError(f"cannot read {path!r}: invalid path") from None


def _detect_encoding(stream: TextIOWrapper) -> None:
    """Decode *stream* as UTF-16 if it has a UTF-16 byte order mark; raise ``CommandError`` if it is not text."""
    try:
        start = cast("BufferedReader", stream.buffer).peek(1)
    except OSError as error:
        raise _unreadable(stream.name, error) from None
    if start.startswith(_UTF_16) and not start.startswith(codecs.BOM_UTF32_LE):
        stream.reconfigure(encoding="utf-16", errors="surrogatepass")
    elif b"\0" in start:
        raise _not_text(stream)


def _lines(stream: TextIO) -> Iterator[str]:
    """Yield the subjects in *stream*, one per line. Comments and blank lines are skipped."""
    try:
        while line := stream.readline(LINE_MAX):
            if len(line) == LINE_MAX and not line.endswith("\n"):
                _skip_line(stream)
                yield line
            elif (subject := line.strip(" \t\n")) and not subject.startswith("#"):
                yield subject
    except OSError as error:
        raise _unreadable(stream.name, error) from None
    except UnicodeDecodeError:
        raise _not_text(stream) from None


def _skip_line(stream: TextIO) -> None:
    while (rest := stream.readline(LINE_MAX)) and not rest.endswith("\n"):
        pass


def _not_text(stream: TextIO) -> CommandError:
    return CommandError(f"cannot read {_named(stream.name)}: not text in UTF-8, or in UTF-16 with a byte order mark")


def _unreadable(name: str | int, error: OSError) -> CommandError:
    return CommandError(f"cannot read {_named(name)}: {error.strerror}")


def _named(name: str | int) -> str:
    return repr(name) if name not in (0, STANDARD_INPUT) else "standard input"
