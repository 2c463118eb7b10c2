"""One run of the command, with a replaced fetch and output."""

import asyncio
import io
import json
import threading

import pytest
from page_stats_core.command.errors import CommandError
from page_stats_core.command.options import parse
from page_stats_core.command.output import Output
from page_stats_core.command.session import answer, may_take_long

GOOD, BAD = "https://good.example/", "https://bad.example/"


async def fetch(url: str) -> dict[str, object]:
    """Fail for bad URLs and never return for slow ones."""
    if "slow" in url:
        await asyncio.Event().wait()
    if "bad" in url:
        return {"ok": False, "error_code": "timeout", "message": "Late.", "retryable": True, "timeout_seconds": 10}
    return {"ok": True, "url": url, "status": 200, "title": "T", "word_count": 1, "truncated": False}


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
    """Run the command with output to *screen*; return its status."""
    options = parse(arguments)
    return asyncio.run(answer(options, sources or options.urls, screen.output, fetch))


def run_and_cancel(screen: Screen, *arguments: str, when: str) -> None:
    """Cancel a run after it has written *when*."""

    async def scene() -> None:
        options = parse(arguments)
        task = asyncio.create_task(answer(options, options.urls, screen.output, fetch))
        while when not in screen.text:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scene())


class TestStatus:
    def test_all_fine(self):
        """The status is 0 if every page was answered, or if there were none."""
        assert run(Screen(), GOOD, GOOD) == 0
        assert run(Screen(), sources=[io.StringIO("")]) == 0

    def test_some_failed(self):
        """The status is 1 if any page failed."""
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
        """A requested format is used on any output, with colours only on a terminal."""
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
        """A cancelled run writes the finished results as a complete array."""
        screen = Screen()
        run_and_cancel(screen, *arguments, when=BAD if written else "[")
        assert [result["url"] for result in json.loads(screen.text)] == written

    def test_cancelled_while_nobody_reads(self):
        """A cancelled run does not wait for a reader that has stopped reading."""
        screen = Screen()

        async def scene() -> None:
            screen.release.clear()
            options = parse([GOOD])
            task = asyncio.create_task(answer(options, options.urls, screen.output, fetch))
            await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(scene())
        assert screen.text == ""
        screen.release.set()

    def test_damaged_list(self):
        """After a read error, the URLs read before it are answered and the array is closed."""

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
        """A closed pipe ends the run."""

        def closed(_data) -> int:
            raise BrokenPipeError

        async def scene() -> None:
            options = parse([GOOD, "https://slow.example/"])
            output = Output(closed, encoding="utf-8", is_terminal=False)
            with pytest.raises(BrokenPipeError):
                await answer(options, options.urls, output, fetch)

        asyncio.run(scene())


class TestProgress:
    def test_drawn(self):
        """While a list is processed, a progress line shows its state."""
        screen = Screen()

        async def scene() -> None:
            options = parse([GOOD, BAD, "https://slow.example/"])
            task = asyncio.create_task(answer(options, options.urls, screen.output, fetch, 0.001))
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
        """A single page and typed URLs get no progress line."""
        assert may_take_long(sources) is expected
