"""Reading URLs from arguments, files and standard input."""

import asyncio
import io
import os
import sys

import pytest
from page_stats_core.command.errors import CommandError
from page_stats_core.command.sources import LINE_MAX, open_sources, read, read_in_thread
from page_stats_core.page.tool import URL_MAX


class Terminal(io.StringIO):
    def isatty(self):
        """Return True."""
        return True


def urls(text: str) -> list[str]:
    """Return the URLs read from a list that contains *text*."""
    return list(read([io.StringIO(text)]))


class TestRead:
    def test_list(self):
        """A list has one URL per line. Empty lines, comments, and spaces and tabs around a URL are dropped."""
        text = "https://a.example/\n\n# https://b.example/\n  # c\n\t https://d.example/#top \r\n \nhttps://e.example/"
        assert list(read([io.StringIO(text, newline=None)])) == [
            "https://a.example/",
            "https://d.example/#top",
            "https://e.example/",
        ]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
    def test_encodings(self, tmp_path, encoding):
        """A list can be in UTF-8, or in UTF-16 with a byte order mark, which PowerShell writes."""
        path = tmp_path / "urls.txt"
        mark = "\ufeff" if encoding.startswith("utf-16") else ""
        path.write_bytes((mark + "https://a.example/é\r\n# 😀\r\nhttps://b.example/\r\n").encode(encoding))
        assert list(read(open_sources([], [str(path)]))) == ["https://a.example/é", "https://b.example/"]

    @pytest.mark.parametrize(
        "data",
        [
            b"PK\3\4\0\0",
            "https://a.example/".encode("utf-16-le"),
            "\ufeffa".encode("utf-32-le"),
            b"\xff\xfea\0\n\0b",
        ],
        ids=["binary", "utf-16-without-mark", "utf-32", "half-a-character"],
    )
    def test_not_text(self, tmp_path, data):
        """A file that is not text is reported as such."""
        path = tmp_path / "urls.zip"
        path.write_bytes(data)
        with pytest.raises(CommandError, match=r"urls.zip': not text in UTF-8, or in UTF-16 with a byte order mark$"):
            list(read(open_sources([], [str(path)])))

    def test_order(self):
        """Sources are read in the given order, and a URL given as an argument is not changed."""
        assert list(read([" #a", io.StringIO("b\nc\n"), "d", io.StringIO("e\n")])) == [" #a", "b", "c", "d", "e"]

    def test_strange_characters(self):
        """Only LF ends a line. Unusual white space is kept and therefore reaches the URL checks."""
        assert urls("a\u2028b\u00a0\n\x0cc\x00\n") == ["a\u2028b\u00a0", "\x0cc\x00"]

    @pytest.mark.parametrize("length", [LINE_MAX, LINE_MAX + 1, 5 * LINE_MAX])
    def test_endless_line(self, length):
        """A line of LINE_MAX or more characters is cut, but stays too long for a URL. The next line is not affected."""
        long, short = urls("x" * length + "\nhttps://a.example/\n")
        assert URL_MAX < len(long) <= LINE_MAX
        assert short == "https://a.example/"

    @pytest.mark.parametrize("length", [URL_MAX, LINE_MAX - 1])
    def test_long_line(self, length):
        """A line shorter than LINE_MAX is not cut."""
        assert urls("x" * length + "\ny\n") == ["x" * length, "y"]

    def test_cut_blanks(self):
        """A line that starts with LINE_MAX spaces is not skipped as empty, because a URL may follow."""
        assert len(urls(" " * LINE_MAX + "https://a.example/")) == 1

    def test_lazy(self):
        """A list is read line by line, on demand."""
        stream = io.StringIO("a\nb\nc\n")
        reading = read([stream])
        assert next(reading) == "a"
        assert stream.read() == "b\nc\n"

    def test_damaged(self):
        """A read error is reported with the file name of the list."""

        class Damaged(io.StringIO):
            name = "urls.txt"

            def readline(self, _limit):
                raise OSError(5, "Input/output error")

        with pytest.raises(CommandError, match=r"^cannot read 'urls.txt': Input/output error$"):
            list(read([Damaged()]))


class TestReadInThread:
    def test_same(self):
        """Reading in a thread gives the same URLs, and the thread ends afterwards."""

        async def scene() -> list[str]:
            return [url async for url in read_in_thread(iter(["a", "b"]))]

        assert asyncio.run(scene()) == ["a", "b"]

    def test_no_further_than_asked(self):
        """URLs are taken only on demand, so an endless list does not fill memory."""
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
        """A read error is raised where the next URL is requested."""

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
        """Lists are read after the arguments. A byte order mark is dropped, and invalid UTF-8 becomes surrogates."""
        (tmp_path / "list").write_bytes(b"\xef\xbb\xbfhttps://a.example/\r\nhttps://b.example/\xff\n")
        opened = open_sources(["https://c.example/"], [str(tmp_path / "list")])
        assert list(read(opened)) == ["https://c.example/", "https://a.example/", "https://b.example/\udcff"]

    @pytest.mark.parametrize("name", ["absent", "", "a\0b"])
    def test_unreadable(self, tmp_path, name):
        """A file that cannot be opened is reported with its name."""
        with pytest.raises(CommandError, match=r"^cannot read '"):
            open_sources([], [str(tmp_path / name)])

    @pytest.mark.parametrize(("given", "lists"), [(["-", "-"], []), (["-"], ["-"]), ([], ["-", "-"])])
    def test_standard_input_twice(self, given, lists):
        """Standard input can be read only once."""
        with pytest.raises(CommandError, match="only once"):
            open_sources(given, lists)

    @pytest.mark.parametrize("stdin", [Terminal(), None])
    def test_nothing_given(self, monkeypatch, stdin):
        """Without a URL, the command reports an error instead of waiting for input from a terminal."""
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(CommandError, match="no URL given"):
            open_sources([], [])

    def test_closed_standard_input(self, monkeypatch):
        """If standard input is to be read but is closed, an error is raised."""
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(CommandError, match="standard input: it is closed"):
            open_sources(["-"], [])

    def test_standard_input(self, monkeypatch):
        """Standard input is read if no URL is given and standard input is a pipe."""
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
