"""The command as a process, with real pipes, signals, a terminal, and servers on localhost."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from page_stats_core.command import main

from harness.servers.answers import PAGE, answer
from harness.servers.listener import Listener
from harness.servers.silent import Silent

HOST = "127.0.0.1"
# Background processes may ignore interrupts, and child processes would inherit that.
COMMAND = (
    "import signal, sys\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from page_stats_core.command import main\n"
    "sys.exit(main())"
)
# SOON is far below LATE, the timeout of the silent page.
SOON, LATE = 10, 60

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no signals that one process sends to another")


@pytest.fixture
def page():
    """Yield the URL of a page."""

    def serve(connection) -> None:
        connection.read_request()
        connection.send(answer(PAGE))

    with Listener(HOST, serve) as listener:
        yield f"http://{listener.authority}/"


@pytest.fixture
def silent():
    """Yield a page that is never sent."""
    with Silent(HOST) as page:
        yield page


def command(*arguments: str) -> list[str]:
    """Return the command line with loopback allowed."""
    return [sys.executable, "-c", COMMAND, "--allowed-host", HOST, "--timeout", str(LATE), *arguments]


@contextmanager
def started(words: list[str], **streams: object) -> Iterator[subprocess.Popen]:
    """Start a process with *streams*, by default pipes; kill it and close them afterwards."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen(words, text=True, encoding="utf-8", **{**pipes, **streams})
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()


def say(process: subprocess.Popen, *lines: str) -> None:
    """Write *lines* to the input of *process*."""
    process.stdin.writelines(f"{line}\n" for line in lines)
    process.stdin.flush()


def finish(process: subprocess.Popen, text: str | None = None) -> tuple[int, str, str]:
    """Write *text* and close the input of *process*; return its status, output and errors."""
    output, errors = process.communicate(text, LATE)
    return process.returncode, output, errors


class TestMain:
    """``main`` in this process: errors before anything is fetched."""

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["serve"], "'serve' is no command"),
            (["example.com", "https://a.example/"], "write 'https://example.com'"),
            (["--from", "absent.txt"], "cannot read 'absent.txt'"),
            (["-", "-"], "standard input can be read only once"),
        ],
    )
    def test_usage(self, capsys, arguments, words):
        """Wrong usage ends with status 2 and one line that suggests a correction."""
        assert main(arguments) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.startswith("page-stats: ")
        assert output.err.count("\n") == 1
        assert words in output.err


class TestStreams:
    def test_results(self, page):
        """Results are JSON lines in input order, and the status shows that one failed."""
        with started(command("https://", page)) as process:
            status, output, errors = finish(process)
        assert (status, errors) == (1, "")
        failure, success = map(json.loads, output.splitlines())
        assert (failure["url"], failure["error_code"]) == ("https://", "invalid_url")
        assert (success["url"], success["title"], success["word_count"]) == (page, "Low water", 4)

    def test_module(self, page):
        """``python -m page_stats_core`` runs the same command."""
        with started([sys.executable, "-m", "page_stats_core", "--allowed-host", HOST, page]) as process:
            status, output, errors = finish(process)
        assert (status, errors) == (0, "")
        assert json.loads(output)["title"] == "Low water"

    def test_each_as_soon_as_it_is_done(self, page):
        """Each result is written before the next line of a growing list arrives."""
        with started(command("-")) as process:
            for url in (f"{page}1", f"{page}2", f"{page}3"):
                say(process, url)
                assert json.loads(process.stdout.readline())["url"] == url
            assert finish(process) == (0, "", "")

    def test_piped_in(self, page):
        """Without URLs, the list is read from a pipe."""
        with started(command("--format", "json")) as process:
            status, output, errors = finish(process, f"# list\n\n{page}\n{page}\n")
        assert (status, errors) == (0, "")
        assert [result["title"] for result in json.loads(output)] == ["Low water", "Low water"]

    def test_closed_pipe(self):
        """If the reader goes away, the command ends silently with the status of SIGPIPE."""
        with started(command("-")) as process:
            say(process, "https://")
            assert "invalid_url" in process.stdout.readline()
            process.stdout.close()
            say(process, "https://")
            assert process.wait(LATE) == 141
            assert process.stderr.read() == ""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
    def test_full_disk(self):
        """A write error is reported with status 2."""
        with Path("/dev/full").open("w") as full, started(command("https://"), stdout=full) as process:
            status, _, errors = finish(process)
        assert (status, errors) == (2, "page-stats: cannot write to standard output: No space left on device\n")

    @posix
    @pytest.mark.parametrize(
        ("closed", "words"),
        [("<&-", "cannot read standard input: it is closed"), (">&-", "cannot write to standard output: it is closed")],
    )
    def test_closed_stream(self, closed, words):
        """A stream closed at the start is an error, even if its descriptor is reused later."""
        with started(["sh", "-c", f'exec "$@" {closed}', "sh", *command("-")]) as process:
            assert finish(process) == (2, "", f"page-stats: {words}\n")

    @posix
    def test_closed_errors(self):
        """Without standard error, only the status reports the failure."""
        with started(["sh", "-c", 'exec "$@" 2>&-', "sh", *command("-", "-")]) as process:
            assert finish(process) == (2, "", "")


@posix
class TestSignals:
    @pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
    @pytest.mark.parametrize("form", ["json", "jsonl"])
    def test_while_fetching(self, silent, page, sent, status, form):
        """A signal ends the command at once and silently; finished results are written as valid output."""
        with started(command("--format", form, page, "https://", silent.url)) as process:
            text = "".join(process.stdout.readline() for _ in range(2))
            assert page in text
            assert silent.asked.wait(LATE)
            process.send_signal(sent)
            assert process.wait(SOON) == status
            text += process.stdout.read()
            assert process.stderr.read() == ""
        results = json.loads(text) if form == "json" else [json.loads(line) for line in text.splitlines()]
        assert [result["url"] for result in results] == [page, "https://"]

    def test_while_reading(self):
        """A signal ends the command while it waits for input."""
        with started(command("-")) as process:
            say(process, "https://")
            assert "invalid_url" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(SOON) == 130
            assert (process.stdout.read(), process.stderr.read()) == ("", "")

    def test_while_nobody_reads(self, silent):
        """A signal ends the command while it waits for a full pipe."""
        read_end, write_end = full_pipe()
        with started(command("https://", silent.url), stdout=write_end) as process:
            assert silent.asked.wait(LATE)
            process.send_signal(signal.SIGINT)
            assert process.wait(SOON) == 130
            assert process.stderr.read() == ""
        os.close(read_end)
        os.close(write_end)


def full_pipe() -> tuple[int, int]:
    """Return both ends of a full pipe."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    with suppress(BlockingIOError):
        while True:
            os.write(write_end, b"x")
    os.set_blocking(write_end, True)
    return read_end, write_end


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
class TestTerminal:
    def test_table(self, page):
        """A terminal gets a coloured table, and control characters in a URL are escaped."""
        text = on_terminal(page, "https://a\x1b[2J/")
        assert "STATUS" in text
        assert "\x1b[32m200   \x1b[0m           4  Low water" in text
        assert "https://a\\x1b[2J/" in text
        assert "\x1b[2J" not in text

    def test_nothing_given(self):
        """Without a URL, on a terminal, the command says how to get help."""
        assert on_terminal(status=2) == "page-stats: no URL is given; page-stats --help shows how\r\n"


def on_terminal(*arguments: str, status: int = 1) -> str:
    """Return the output of the command on an 80-column terminal; it must end with *status*."""
    master, slave = os.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    with started(command(*arguments), stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        received = b""
        with suppress(OSError):  # Linux reports the closed other end like this
            while data := os.read(master, 4096):
                received += data
        assert process.wait(LATE) == status
    os.close(master)
    return received.decode()
