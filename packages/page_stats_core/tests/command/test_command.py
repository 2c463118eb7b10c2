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
# Restores the default handler of SIGINT, because a test run in the background ignores this signal.
COMMAND = (
    "import signal, sys\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from page_stats_core.command import main\n"
    "sys.exit(main())"
)
# In seconds. LATE is the timeout of a fetch, so a command that exits within SOON did not wait for the silent page.
SOON, LATE = 10, 60

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no signals that one process sends to another")


@pytest.fixture
def page():
    """Yield the URL of a sample page on localhost."""

    def serve(connection) -> None:
        connection.read_request()
        connection.send(answer(PAGE))

    with Listener(HOST, serve) as listener:
        yield f"http://{listener.authority}/"


@pytest.fixture
def silent():
    """Yield a test server that never answers."""
    with Silent(HOST) as page:
        yield page


def command(*arguments: str) -> list[str]:
    """Return a command line that allows pages on localhost."""
    return [sys.executable, "-c", COMMAND, "--allowed-host", HOST, "--timeout", str(LATE), *arguments]


@contextmanager
def started(words: list[str], **streams: object) -> Iterator[subprocess.Popen]:
    """Start a process with a pipe for each standard stream not in *streams*. Afterwards kill it and close the pipes."""
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
    """Write *text* to *process*, close its input, and return its exit status, output and error output."""
    output, errors = process.communicate(text, LATE)
    return process.returncode, output, errors


class TestMain:
    """``main`` called in the test's own process, with errors that occur before anything is fetched."""

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["serve"], "unknown command 'serve'"),
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
        """Results are JSON lines in input order. The exit status is 1 because one page failed."""
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
        """Each result is written without waiting for the next URL on standard input."""
        with started(command("-")) as process:
            for url in (f"{page}1", f"{page}2", f"{page}3"):
                say(process, url)
                assert json.loads(process.stdout.readline())["url"] == url
            assert finish(process) == (0, "", "")

    def test_piped_in(self, page):
        """Without URLs as arguments, the command reads a list of URLs from a pipe."""
        with started(command("--format", "json")) as process:
            status, output, errors = finish(process, f"# list\n\n{page}\n{page}\n")
        assert (status, errors) == (0, "")
        assert [result["title"] for result in json.loads(output)] == ["Low water", "Low water"]

    def test_closed_pipe(self):
        """If the reader closes the pipe, the command ends silently with status 141, as after SIGPIPE."""
        with started(command("-")) as process:
            say(process, "https://")
            assert "invalid_url" in process.stdout.readline()
            process.stdout.close()
            say(process, "https://")
            assert process.wait(LATE) == 141
            assert process.stderr.read() == ""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
    def test_full_disk(self):
        """If the output cannot be written, the command reports the error and ends with status 2."""
        with Path("/dev/full").open("w") as full, started(command("https://"), stdout=full) as process:
            status, _, errors = finish(process)
        assert (status, errors) == (2, "page-stats: cannot write to standard output: No space left on device\n")

    @posix
    @pytest.mark.parametrize(
        ("closed", "words"),
        [("<&-", "cannot read standard input: it is closed"), (">&-", "cannot write to standard output: it is closed")],
    )
    def test_closed_stream(self, closed, words):
        """The command fails if it starts with a closed standard stream, even if a file reuses the descriptor."""
        with started(["sh", "-c", f'exec "$@" {closed}', "sh", *command("-")]) as process:
            assert finish(process) == (2, "", f"page-stats: {words}\n")

    @posix
    def test_closed_errors(self):
        """If standard error is closed, only the exit status shows the failure."""
        with started(["sh", "-c", 'exec "$@" 2>&-', "sh", *command("-", "-")]) as process:
            assert finish(process) == (2, "", "")


@posix
class TestSignals:
    @pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
    @pytest.mark.parametrize("form", ["json", "jsonl"])
    def test_while_fetching(self, silent, page, sent, status, form):
        """A signal ends the command at once and silently. The results finished so far are written as valid JSON."""
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
        """A signal ends the command while it waits to write to a full pipe."""
        read_end, write_end = full_pipe()
        with started(command("https://", silent.url), stdout=write_end) as process:
            assert silent.asked.wait(LATE)
            process.send_signal(signal.SIGINT)
            assert process.wait(SOON) == 130
            assert process.stderr.read() == ""
        os.close(read_end)
        os.close(write_end)


def full_pipe() -> tuple[int, int]:
    """Return the read end and the write end of a full pipe."""
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
        """On a terminal, the command shows a coloured table and escapes control characters in URLs."""
        text = on_terminal(page, "https://a\x1b[2J/")
        assert "STATUS" in text
        assert "\x1b[32m200   \x1b[0m           4         0  Low water" in text
        assert "https://a\\x1b[2J/" in text
        assert "\x1b[2J" not in text

    def test_nothing_given(self):
        """If the command is started on a terminal without a URL, its error says how to get help."""
        assert on_terminal(status=2) == "page-stats: no URL given; see page-stats --help\r\n"


def on_terminal(*arguments: str, status: int = 1) -> str:
    """Return what the command writes to an 80-column terminal; check that its exit status is *status*."""
    master, slave = os.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    with started(command(*arguments), stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        received = b""
        with suppress(OSError):  # on Linux, reading fails when the other end is closed
            while data := os.read(master, 4096):
                received += data
        assert process.wait(LATE) == status
    os.close(master)
    return received.decode()
