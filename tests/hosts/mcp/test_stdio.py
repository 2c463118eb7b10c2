"""How the MCP server on standard input and output reads lines, how it stops, and how much memory it uses."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from itertools import count

import psutil
import pytest
from page_stats_core.command.mcp.server import MESSAGE_MAX

from harness.hosts.mcp.server import INTERRUPTIBLE, OPTIONS, Process, Stdio
from harness.servers import Servers
from harness.servers.silent import Silent
from harness.waiting import SLACK_SECONDS


@pytest.fixture
def server() -> Iterator[Stdio]:
    """Yield our MCP server, which may fetch from the test servers."""
    with Stdio(*OPTIONS, command=INTERRUPTIBLE) as running:
        yield running


@pytest.fixture(scope="module")
def shared(servers: Servers) -> Iterator[Stdio]:
    """Yield an MCP server that several tests share."""
    with Stdio(*OPTIONS, environment={"SSL_CERT_FILE": servers.places["ca"]}) as running:
        yield running


class TestLines:
    @pytest.mark.parametrize("line", ["{", "", "\xff", "[" * 100_000, '{"id": ' + "9" * 5000 + "}"])
    def test_no_json(self, shared: Stdio, line: str) -> None:
        """A line that the JSON parser rejects gets an error, and the server reads the next line (§M.7)."""
        shared.write_line(line)
        assert shared.reply(None)["error"]["code"] == -32700
        assert shared.call({})["result"]["isError"]

    @pytest.mark.parametrize("line", ["[]", "1", "{}", '{"jsonrpc": "1.0", "id": 1, "method": "ping"}'])
    def test_no_message(self, shared: Stdio, line: str) -> None:
        """A line of JSON that is not a valid message gets an error."""
        shared.write_line(line)
        assert shared.reply(None)["error"]["code"] == -32600

    @pytest.mark.parametrize("number", ["null", "1.5", "true", "[]", "1e999"])
    def test_no_id(self, shared: Stdio, number: str) -> None:
        """A request whose id is neither a string nor an integer gets an error."""
        shared.write_line(f'{{"jsonrpc": "2.0", "id": {number}, "method": "ping"}}')
        assert shared.reply(None)["error"]["code"] == -32600

    @pytest.mark.parametrize("beyond", [1, MESSAGE_MAX, 2 * MESSAGE_MAX + 1])
    def test_too_long(self, shared: Stdio, beyond: int) -> None:
        """A line longer than the message limit is skipped with one error, and the server reads the next line."""
        shared.write_line(json.dumps({"jsonrpc": "2.0", "id": 0, "method": "ping"}).ljust(MESSAGE_MAX - 1 + beyond))
        error = shared.reply(None)["error"]
        assert error == {"code": -32600, "message": "The line must have at most 4,194,304 bytes."}
        assert shared.call({})["result"]["isError"]

    def test_longest(self, shared: Stdio) -> None:
        """A line of exactly the message limit is accepted."""
        number = shared.prepare()
        shared.write_line(json.dumps({"jsonrpc": "2.0", "id": number, "method": "ping"}).ljust(MESSAGE_MAX - 1))
        assert shared.reply(number)["result"] == {}

    def test_lone_surrogate(self, shared: Stdio) -> None:
        """A call whose URL contains a lone surrogate, which is not valid text, gets the error invalid_url (§3.2)."""
        payload = shared.call({"url": "http://a.example/\ud800"})["result"]["structuredContent"]
        assert payload["error_code"] == "invalid_url"

    def test_other_tool(self, shared: Stdio) -> None:
        """A call to an unknown tool leads to a protocol error that does not repeat the tool's name (§M.2)."""
        error = shared.reply(shared.send("tools/call", {"name": "\x1b[2Jrm", "arguments": {}}))["error"]
        assert error == {"code": -32602, "message": "Unknown tool: the only tool is page_stats."}

    def test_no_arguments(self, shared: Stdio) -> None:
        """A call without arguments is treated like a call with empty arguments."""
        reply = shared.reply(shared.send("tools/call", {"name": "page_stats"}))
        assert reply["result"]["structuredContent"]["message"].startswith("url is missing")

    def test_nothing_else(self, servers: Servers) -> None:
        """Standard output contains only messages. Standard error is empty, even if a URL or proxy has a password."""
        proxy = servers.places["proxy_unlocked"]
        with Stdio(*OPTIONS, "--proxy", proxy) as server:
            for url in ("http://me:secret@a.example/", f"{servers.places['base']}/ok", "http://127.0.0.1/"):
                server.call({"url": url})
            server.leave()
            assert server.wait() == 0
            assert (server.stray, server.errors()) == ([], "")

    def test_progress_is_for_those_who_ask(self, shared: Stdio, servers: Servers) -> None:
        """A call without a progress token gets no progress messages (§M.5)."""
        shared.call({"url": f"{servers.places['base']}/slow"})
        assert shared.told.empty()


class TestEnd:
    def test_cancelled(self, server: Stdio, silent: Silent) -> None:
        """When a call is cancelled, its connection is closed within a second, and no reply is sent (§M.6)."""
        number = server.send("tools/call", {"name": "page_stats", "arguments": {"url": silent.url}})
        assert silent.asked.wait(SLACK_SECONDS * 5)
        server.cancel(number)
        assert silent.left.wait(1 + SLACK_SECONDS)
        with pytest.raises(Exception, match="no reply"):
            server.reply(number, 0.5)

    def test_left(self, server: Stdio, silent: Silent) -> None:
        """When its input ends, the server stops its calls and exits with status 0, without a message (§M.6)."""
        server.send("tools/call", {"name": "page_stats", "arguments": {"url": silent.url, "timeout_seconds": 60}})
        assert silent.asked.wait(SLACK_SECONDS * 5)
        server.leave()
        assert silent.left.wait(1 + SLACK_SECONDS)
        assert (server.wait(), server.errors()) == (0, "")

    @pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
    @pytest.mark.parametrize("busy", [False, True])
    def test_signal(self, server: Stdio, silent: Silent, how: int, status: int, busy: bool) -> None:
        """A signal stops the server without a message, even while its input is open."""
        if busy:
            server.send("tools/call", {"name": "page_stats", "arguments": {"url": silent.url, "timeout_seconds": 60}})
            assert silent.asked.wait(SLACK_SECONDS * 5)
        server.interrupt(how)
        assert (server.wait(), server.errors()) == (status, "")
        assert not busy or silent.left.wait(SLACK_SECONDS)

    def test_nobody_reads(self, servers: Servers) -> None:
        """When its output is closed, the server exits with status 0."""
        with Process(*OPTIONS) as process:
            process.close_output()
            process.write_line(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
            assert (process.wait(), process.errors()) == (0, "")

    @pytest.mark.parametrize(
        ("streams", "what"),
        [
            (">/dev/full", "write to standard output: No space left on device"),
            ("0>/dev/null", "read standard input: Bad file descriptor"),
        ],
    )
    def test_broken_streams(self, streams: str, what: str) -> None:
        """If standard input or output cannot be used, the server exits with a message that contains the reason."""
        with Process(command=("sh", "-c", f'exec "$0" -m page_stats_core mcp {streams}', sys.executable)) as process:
            process.write_line(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
            assert (process.wait(), process.errors()) == (2, f"page-stats: cannot {what}\n")

    def test_no_streams(self) -> None:
        """If a standard stream is closed at startup, the server reports this and exits."""
        closing = ("sh", "-c", 'exec "$0" -m page_stats_core mcp <&-', sys.executable)
        with Process(command=closing) as process:
            assert process.wait() == 2
            assert process.errors() == "page-stats: mcp needs standard input and standard output, or --http\n"


def test_memory(server: Stdio, servers: Servers) -> None:
    """After the first ten calls, 200 more add less than 30 MB, although some of them fetch decompression bombs."""
    urls = [f"{servers.places['base']}{path}" for path in ("/ok", "/bomb", "/never", "/endless-body", "/status/404")]
    process, numbers = psutil.Process(server.pid), count()

    def calls(times: int) -> int:
        for _ in range(times):
            sent = [
                server.send("tools/call", {"name": "page_stats", "arguments": {"url": f"{url}#{next(numbers)}"}})
                for url in urls
            ]
            server.cancel(sent[2])
            for number in sent:
                if number != sent[2]:
                    server.reply(number)
        size: int = process.memory_info().rss
        return size

    before = calls(2)
    assert calls(40) < before + 30_000_000
    assert process.num_threads() < 50
