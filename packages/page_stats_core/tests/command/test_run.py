"""One run of the command, with a fake fetch function and a fake output."""

import asyncio
import io
import json
import threading

import pytest
from page_stats_core.command.errors import CommandError
from page_stats_core.command.options import read_options
from page_stats_core.command.output import Output
from page_stats_core.command.run import answer, may_take_long

GOOD, BAD = "https://good.example/", "https://bad.example/"


async def fetch(url: str) -> dict[str, object]:
    """Return a failure for a URL that contains "bad", and never return for a URL that contains "slow"."""
    if "slow" in url:
        await asyncio.Event().wait()
    if "bad" in url:
        return {"ok": False, "error_code": "timeout", "message": "Late.", "retryable": True, "timeout_seconds": 10}
    counts = {"word_count": 1, "link_word_count": 0}
    return {"ok": True, "url": url, "status": 200, "title": "T", **counts, "truncated": False}


class Typed(io.StringIO):
    """Input typed at a terminal."""

    def isatty(self):
        """Return True."""
        return True


class Screen:
    """Records the output of a run."""

    def __init__(self, *, is_terminal: bool = False) -> None:
        self.text = ""
        self.release = threading.Event()
        self.release.set()
        self.output = Output(self._write, encoding="utf-8", is_terminal=is_terminal, progress=self._write)

    def _write(self, data) -> int:
        self.release.wait(60)
        self.text += bytes(data).decode()
        return len(data)


def run(screen: Screen, *arguments: str, sources=None) -> int:
    """Run the command with output to *screen* and return its exit status."""
    options = read_options(arguments)
    return asyncio.run(answer(options, sources or options.subjects, screen.output, fetch))


def run_and_cancel(screen: Screen, *arguments: str, when: str) -> None:
    """Start a run, and cancel it when its output contains *when*."""

    async def scene() -> None:
        options = read_options(arguments)
        task = asyncio.create_task(answer(options, options.subjects, screen.output, fetch))
        while when not in screen.text:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scene())


class TestStatus:
    def test_all_fine(self):
        """The exit status is 0 if every page was fetched, or if the list was empty."""
        assert run(Screen(), GOOD, GOOD) == 0
        assert run(Screen(), sources=[io.StringIO("")]) == 0

    def test_some_failed(self):
        """The exit status is 1 if any page failed."""
        assert run(Screen(), GOOD, BAD, GOOD) == 1


class TestFormat:
    def test_elsewhere(self):
        """Without a terminal, the default format is JSON lines."""
        screen = Screen()
        run(screen, GOOD, BAD)
        assert [json.loads(line)["url"] for line in screen.text.splitlines()] == [GOOD, BAD]

    def test_terminal(self):
        """On a terminal, the default format is a table."""
        screen = Screen(is_terminal=True)
        run(screen, GOOD)
        assert "STATUS" in screen.text
        assert GOOD in screen.text

    @pytest.mark.parametrize("is_terminal", [False, True])
    @pytest.mark.parametrize(("name", "begin"), [("json", '[\n{"url"'), ("jsonl", '{"url"'), ("table", "STATUS")])
    def test_asked_for(self, name, begin, is_terminal):
        """``--format`` works with and without a terminal, but colours are used only on a terminal."""
        screen = Screen(is_terminal=is_terminal)
        run(screen, "--format", name, GOOD)
        assert screen.text.replace("\x1b[1m", "").startswith(begin)
        assert is_terminal or "\x1b" not in screen.text

    @pytest.mark.parametrize("name", ["table", "json", "jsonl"])
    def test_user_information(self, name):
        """No format repeats a password in a URL."""
        screen = Screen()
        run(screen, "--format", name, "https://user:secret@bad.example/")
        assert "https://***@bad.example/" in screen.text
        assert "secret" not in screen.text


class TestEnd:
    @pytest.mark.parametrize(
        ("arguments", "written"),
        [
            (["--format", "json", GOOD, BAD, "https://slow.example/"], [GOOD, BAD]),
            (["--format", "json", "https://slow.example/"], []),
        ],
    )
    def test_cancelled(self, arguments, written):
        """A cancelled run writes the finished results as a complete JSON array."""
        screen = Screen()
        run_and_cancel(screen, *arguments, when=BAD if written else "[")
        assert [result["url"] for result in json.loads(screen.text)] == written

    def test_cancelled_while_nobody_reads(self):
        """A cancelled run does not wait for a reader that has stopped reading."""
        screen = Screen()

        async def scene() -> None:
            screen.release.clear()
            options = read_options([GOOD])
            task = asyncio.create_task(answer(options, options.subjects, screen.output, fetch))
            await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(scene())
        assert screen.text == ""
        screen.release.set()

    def test_damaged_list(self):
        """If reading the list fails, the results of the URLs before the error form a complete JSON array."""

        class Damaged(io.StringIO):
            name = "urls.txt"

            def readline(self, limit):
                line = super().readline(limit)
                if not line:
                    raise OSError(5, "Input/output error")
                return line

        screen = Screen()
        with pytest.raises(CommandError, match=r"urls\.txt"):
            run(screen, "--format", "json", sources=[Damaged(GOOD + "\n")])
        assert [result["url"] for result in json.loads(screen.text)] == [GOOD]

    def test_nobody_reads_any_more(self):
        """If the reader closes the pipe, the run ends with BrokenPipeError."""

        def closed(_data) -> int:
            raise BrokenPipeError

        async def scene() -> None:
            options = read_options([GOOD, "https://slow.example/"])
            output = Output(closed, encoding="utf-8", is_terminal=False)
            with pytest.raises(BrokenPipeError):
                await answer(options, options.subjects, output, fetch)

        asyncio.run(scene())


class TestProgress:
    def test_drawn(self):
        """While pages are fetched, a progress line shows the numbers of done and failed pages and the seconds."""
        screen = Screen()

        async def scene() -> None:
            options = read_options([GOOD, BAD, "https://slow.example/"])
            task = asyncio.create_task(answer(options, options.subjects, screen.output, fetch, 0.001))
            while "2 done, 1 failed, 0 s" not in screen.text:
                await asyncio.sleep(0.001)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(scene())

    @pytest.mark.parametrize(
        ("sources", "expected"),
        [
            ([GOOD], False),
            ([GOOD, BAD], True),
            ([io.StringIO()], True),
            ([GOOD, Typed()], False),
        ],
    )
    def test_only_for_many(self, sources, expected):
        """There is no progress line for a single page or for URLs typed at a terminal."""
        assert may_take_long(sources) is expected
