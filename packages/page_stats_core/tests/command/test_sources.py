"""Where URLs come from."""

import asyncio
import io
import os
import sys

import pytest
from page_stats_core.command.errors import CommandError
from page_stats_core.command.sources import LINE_MAX, open_sources, read, read_in_thread
from page_stats_core.contract import URL_MAX


class Terminal(io.StringIO):
    def isatty(self):
        """Say yes."""
        return True


def urls(text: str) -> list[str]:
    """Return the URLs of a list that holds *text*."""
    return list(read([io.StringIO(text)]))


class TestRead:
    def test_list(self):
        """A list holds a URL a line; blank lines, comments and blanks around are left out."""
        text = "https://a.example/\n\n# https://b.example/\n  # c\n\t https://d.example/#top \r\n \nhttps://e.example/"
        assert list(read([io.StringIO(text, newline=None)])) == [
            "https://a.example/",
            "https://d.example/#top",
            "https://e.example/",
        ]

    def test_order(self):
        """Sources are read one after the other, arguments among them and as they are."""
        assert list(read([" #a", io.StringIO("b\nc\n"), "d", io.StringIO("e\n")])) == [" #a", "b", "c", "d", "e"]

    def test_strange_characters(self):
        """Only LF ends a line and only blanks are stripped, so that nothing is hidden from the checks of a URL."""
        assert urls("a\u2028b\u00a0\n\x0cc\x00\n") == ["a\u2028b\u00a0", "\x0cc\x00"]

    @pytest.mark.parametrize("length", [LINE_MAX, LINE_MAX + 1, 5 * LINE_MAX])
    def test_endless_line(self, length):
        """A line beyond all bounds is one URL, cut, and still too long; the next line is the next URL."""
        long, short = urls("x" * length + "\nhttps://a.example/\n")
        assert URL_MAX < len(long) <= LINE_MAX
        assert short == "https://a.example/"

    @pytest.mark.parametrize("length", [URL_MAX, LINE_MAX - 1])
    def test_long_line(self, length):
        """A line within bounds is not cut."""
        assert urls("x" * length + "\ny\n") == ["x" * length, "y"]

    def test_cut_blanks(self):
        """A line of more blanks than any URL may have is not passed over: something may stand after them."""
        assert len(urls(" " * LINE_MAX + "https://a.example/")) == 1

    def test_lazy(self):
        """A list is read line by line, as URLs are asked for."""
        stream = io.StringIO("a\nb\nc\n")
        reading = read([stream])
        assert next(reading) == "a"
        assert stream.read() == "b\nc\n"

    def test_damaged(self):
        """A list that cannot be read on is an error of the command that names it."""

        class Damaged(io.StringIO):
            name = "urls.txt"

            def readline(self, _limit):
                raise OSError(5, "Input/output error")

        with pytest.raises(CommandError, match=r"^cannot read 'urls.txt': Input/output error$"):
            list(read([Damaged()]))


class TestReadInThread:
    def test_same(self):
        """What is read in a thread is the same, and the thread ends with it."""

        async def scene() -> list[str]:
            return [url async for url in read_in_thread(iter(["a", "b"]))]

        assert asyncio.run(scene()) == ["a", "b"]

    def test_no_further_than_asked(self):
        """No URL is taken before it is asked for, so that an endless list fills no memory."""
        taken: list[str] = []

        def endless():
            while True:
                taken.append("a")
                yield "a"

        async def scene() -> None:
            reading = read_in_thread(endless())
            await anext(reading)
            await anext(reading)
            await reading.aclose()

        asyncio.run(scene())
        assert len(taken) == 2

    def test_error(self):
        """An error of reading is raised where the URL was asked for."""

        def torn():
            yield "a"
            raise CommandError("torn")

        async def scene() -> None:
            reading = read_in_thread(torn())
            assert await anext(reading) == "a"
            with pytest.raises(CommandError, match="torn"):
                await anext(reading)

        asyncio.run(scene())


class TestOpenSources:
    def test_files(self, tmp_path):
        """Lists follow the arguments; a byte order mark is dropped, what is no UTF-8 becomes what no URL may hold."""
        (tmp_path / "list").write_bytes(b"\xef\xbb\xbfhttps://a.example/\r\nhttps://b.example/\xff\n")
        opened = open_sources(["https://c.example/"], [str(tmp_path / "list")])
        assert list(read(opened)) == ["https://c.example/", "https://a.example/", "https://b.example/\udcff"]

    @pytest.mark.parametrize("name", ["absent", "", "a\0b"])
    def test_unreadable(self, tmp_path, name):
        """A file that cannot be read, or a folder, is an error of the command that names it."""
        with pytest.raises(CommandError, match=r"^cannot read '"):
            open_sources([], [str(tmp_path / name)])

    @pytest.mark.parametrize(("given", "lists"), [(["-", "-"], []), (["-"], ["-"]), ([], ["-", "-"])])
    def test_standard_input_twice(self, given, lists):
        """Standard input cannot be read twice."""
        with pytest.raises(CommandError, match="only once"):
            open_sources(given, lists)

    @pytest.mark.parametrize("stdin", [Terminal(), None])
    def test_nothing_given(self, monkeypatch, stdin):
        """Without a URL the command does not wait for somebody to type, it says how it is used."""
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(CommandError, match="no URL given"):
            open_sources([], [])

    def test_closed_standard_input(self, monkeypatch):
        """Standard input that is closed is an error of the command."""
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(CommandError, match="standard input: it is closed"):
            open_sources(["-"], [])

    def test_standard_input(self, monkeypatch):
        """Without a URL, what is piped in is read; so is what is asked for by ``-``."""
        read_end, write_end = os.pipe()
        os.write(write_end, b"https://a.example/\nhttps://b.example/\n")
        os.close(write_end)
        before = os.dup(0)
        try:
            os.dup2(read_end, 0)
            monkeypatch.setattr(sys, "stdin", io.StringIO())
            assert list(read(open_sources([], []))) == ["https://a.example/", "https://b.example/"]
        finally:
            os.dup2(before, 0)
            os.close(before)
            os.close(read_end)
