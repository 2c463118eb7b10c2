"""Standard output and the progress line."""

import asyncio
import errno
import os
import sys
import threading

import pytest
from page_stats_core.command.errors import CommandError
from page_stats_core.command.output import Output


class Pipe:
    """A fake raw stream. Each write accepts a few bytes, accepts none, or raises an error."""

    def __init__(self, *answers: int | OSError | None) -> None:
        self.taken = b""
        self._answers = list(answers)

    def write(self, data) -> int | None:
        """Take the next item of *answers*: raise it if it is an error, or else accept as many bytes as it says."""
        answer = self._answers.pop(0) if self._answers else len(data)
        if isinstance(answer, OSError):
            raise answer
        self.taken += bytes(data[: answer or 0])
        return answer


def output(pipe: Pipe, progress: Pipe | None = None, encoding: str = "utf-8") -> Output:
    """Return an output that writes to *pipe*."""
    return Output(pipe.write, encoding=encoding, is_terminal=False, progress=progress and progress.write)


async def write(out: Output, *texts: str) -> None:
    """Write *texts*, wait until they are written, and close *out*."""
    try:
        await asyncio.gather(*(out.write(text) for text in texts))
    finally:
        out.close()


class TestWrite:
    def test_in_order(self):
        """Texts are written completely and in order even if the stream accepts only a few bytes at a time."""
        pipe = Pipe(1, 2, 3, None, 1)
        asyncio.run(write(output(pipe), "one\n", "two\n", "three\n"))
        assert pipe.taken == b"one\ntwo\nthree\n"

    def test_encoding(self):
        """Characters outside the terminal's encoding are escaped."""
        pipe = Pipe()
        asyncio.run(write(output(pipe, encoding="latin-1"), "ä…潮\n"))
        assert pipe.taken == b"\xe4\\u2026\\u6f6e\n"

    def test_closed_pipe(self):
        """A closed pipe raises BrokenPipeError rather than CommandError."""
        with pytest.raises(BrokenPipeError):
            asyncio.run(write(output(Pipe(2, BrokenPipeError())), "one\n"))

    def test_full_disk(self):
        """A write error other than a closed pipe raises CommandError with a message."""
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with pytest.raises(CommandError, match=r"^cannot write to standard output: No space left on device$"):
            asyncio.run(write(output(Pipe(full)), "one\n"))

    def test_slow_reader(self):
        """The event loop keeps running while a slow reader blocks the output."""
        release = threading.Event()

        def blocked(data) -> int:
            release.wait(60)
            return len(data)

        async def scene() -> None:
            out = Output(blocked, encoding="utf-8", is_terminal=False)
            writing = out.write("one\n")
            await asyncio.sleep(0)
            assert not writing.done()
            release.set()
            await writing
            out.close()

        asyncio.run(scene())


class TestProgress:
    def test_taken_away(self):
        """The progress line is erased before the next progress line or any output is written."""
        screen = Pipe()

        async def scene() -> None:
            out = output(screen, screen)
            out.draw("12 done")
            out.draw("7 left")
            await write(out, "row\n", "row\n")

        asyncio.run(scene())
        assert screen.taken == b"\r\r12 done\r       \r7 left\r      \rrow\nrow\n"

    def test_no_wider_than_the_terminal(self, monkeypatch):
        """A progress line is cut at the terminal's width, because a wrapped line cannot be erased."""
        monkeypatch.setenv("COLUMNS", "5")
        screen = Pipe()

        async def scene() -> None:
            out = output(Pipe(), screen)
            out.draw("12 done")
            await write(out, "row\n")

        asyncio.run(scene())
        assert screen.taken == b"\r\r12 d\r    \r"

    def test_standard_error_gone(self):
        """An error in writing the progress line is ignored."""
        pipe = Pipe()

        async def scene() -> None:
            out = output(pipe, Pipe(OSError(errno.EIO, "gone")))
            out.draw("12 done")
            await write(out, "row\n")

        asyncio.run(scene())
        assert pipe.taken == b"row\n"


class TestColours:
    @pytest.mark.parametrize(
        ("variables", "is_terminal", "has_colours"),
        [
            ({"TERM": "xterm"}, True, True),
            ({"TERM": "xterm", "NO_COLOR": ""}, True, True),
            ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
            ({"TERM": "dumb"}, True, False),
            ({"TERM": "xterm"}, False, False),
        ],
    )
    def test_wanted(self, monkeypatch, variables, is_terminal, has_colours):
        """Colours are used if the output is a terminal that supports them and ``NO_COLOR`` is unset or empty."""
        monkeypatch.delenv("NO_COLOR", raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        out = Output(Pipe().write, encoding="utf-8", is_terminal=is_terminal)
        out.close()
        assert out.has_colours is has_colours


def test_closed(monkeypatch):
    """If standard output is closed, an error is raised, so nothing is written to a file that reuses its descriptor."""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(CommandError, match="standard output: it is closed"):
        Output.standard()
