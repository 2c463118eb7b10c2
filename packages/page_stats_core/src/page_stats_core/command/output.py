"""Standard output, and the progress line on standard error.

A single thread does all writing. A slow reader, such as a pager, therefore never delays the calls of the tool, and the
command never waits at exit for a reader that has stopped reading. Python's own stream objects are not used because
the interpreter waits for their locks at exit.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final

from page_stats_core.command.errors import CommandError
from page_stats_core.command.worker_thread import WorkerThread

Write = Callable[[bytes | memoryview], int | None]

_PIPE_FULL_PAUSE: Final = 0.02
_WIDTH_ELSEWHERE: Final = 120


class Output:
    """The command's output. *progress* writes the progress line; it is None if that line would disturb the output."""

    def __init__(self, write: Write, *, encoding: str, is_terminal: bool, progress: Write | None = None) -> None:
        self._write_some = write
        self._progress = progress
        self._encoding = encoding
        self._drawn = 0
        self._thread = WorkerThread("page-stats-output")
        self.is_terminal = is_terminal

    @classmethod
    def standard(cls) -> Output:
        """Return the output of this process; raise ``CommandError`` if standard output is closed."""
        if sys.stdout is None:
            raise CommandError("cannot write to standard output: it is closed")
        is_terminal = os.isatty(1)
        in_the_way = not is_terminal and not stat.S_ISREG(os.fstat(1).st_mode)  # a pipe's reader may use the terminal
        progress = _raw(2).write if sys.stderr and os.isatty(2) and not in_the_way else None
        return cls(_raw(1).write, encoding=sys.stdout.encoding, is_terminal=is_terminal, progress=progress)

    @property
    def width(self) -> int:
        """The width of a line: ``COLUMNS`` from the environment, else the terminal's width, else 120."""
        return shutil.get_terminal_size((_WIDTH_ELSEWHERE, 0)).columns

    @property
    def has_colours(self) -> bool:
        """Whether the terminal supports colours and ``NO_COLOR`` is not set."""
        if not self.is_terminal or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return os.name != "nt" or "WT_SESSION" in os.environ or "TERM" in os.environ

    def write(self, text: str) -> asyncio.Future[None]:
        """Write *text* after all earlier texts.

        The returned future raises ``BrokenPipeError`` if the reader has closed the pipe, or ``CommandError`` for any
        other write error.
        """
        data = text.encode(self._encoding, "backslashreplace")
        return self._thread.call(lambda: self._write_all(data))

    def draw(self, progress: str) -> None:
        """Show *progress* as the progress line until the next ``write`` or ``draw``. This method does not wait."""
        if self._progress:
            self._thread.post(lambda: self._draw(progress))

    def close(self) -> None:
        """Make the thread stop after all pending writes. This method does not wait for the thread."""
        self._thread.stop()

    def _write_all(self, data: bytes) -> None:
        self._draw("")
        left = memoryview(data)
        try:
            while left:
                written = self._write_some(left)
                if written is None:  # the pipe is full and another process made it non-blocking
                    time.sleep(_PIPE_FULL_PAUSE)
                left = left[written or 0 :]
        except OSError as error:
            if nobody_reads(error):
                raise BrokenPipeError from None
            raise CommandError(f"cannot write to standard output: {error.strerror}") from None

    def _draw(self, text: str) -> None:
        if self._progress and (text or self._drawn):
            text = text[: self.width - 1]
            with suppress(OSError):
                self._progress(f"\r{' ' * self._drawn}\r{text}".encode())
            self._drawn = len(text)


def nobody_reads(error: OSError) -> bool:
    """Return whether *error* means that the reader of the output has closed the pipe."""
    windows = os.name == "nt" and error.errno == errno.EINVAL  # how Windows reports a closed pipe
    return isinstance(error, BrokenPipeError) or windows


def _raw(descriptor: int) -> IO[bytes]:
    return open(descriptor, "wb", buffering=0, closefd=False)  # the descriptor stays open until the process exits
