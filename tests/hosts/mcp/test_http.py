"""The MCP server over HTTP: access checks, limits, disconnects, startup and shutdown."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import sys

import pytest
from page_stats_core.command.mcp.server import MESSAGE_MAX

from harness.hosts.mcp.server import (
    HELLO,
    INTERRUPTIBLE,
    OPTIONS,
    STARTED,
    Http,
    Process,
    modern_fields,
    modern_meta,
    posted,
)
from harness.servers import Servers
from harness.servers.silent import Silent
from harness.waiting import SLACK_SECONDS

INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}


def call(url: str) -> dict[str, object]:
    """Return the JSON-RPC message that calls the tool."""
    arguments = {"url": url, "timeout_seconds": 60}
    params = {"name": "page_stats", "arguments": arguments, "_meta": modern_meta()}
    return {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}


class TestWhoIsLetIn:
    @pytest.mark.parametrize("fields", [{}, modern_fields()], ids=["handshake", "modern"])
    @pytest.mark.parametrize(
        ("field", "value", "status"),
        [
            ("Host", "evil.example", 421),
            ("Host", "127.0.0.1.evil.example:8000", 421),
            ("Host", "", 421),
            ("Host", "localhost:evil.example", 421),
            ("Host", "localhost:80.evil.example", 421),
            ("Origin", "http://evil.example", 403),
            ("Origin", "https://127.0.0.1.evil.example", 403),
            ("Origin", "http://localhost:80.evil.example", 403),
            ("Origin", "null", 403),
        ],
    )
    def test_foreign(self, over_http: Http, fields: dict[str, str], field: str, value: str, status: int) -> None:
        """A request with a foreign Host or Origin is rejected in both protocol generations (§M.8)."""
        answered, _ = over_http.post(INITIALIZE, {**fields, field: value})
        assert answered == status

    @pytest.mark.parametrize("fields", [{}, {"Host": "localhost:1"}, {"Origin": "http://localhost:3000"}])
    def test_local(self, over_http: Http, fields: dict[str, str]) -> None:
        """A server on localhost accepts local origins, and accepts its own address and ``localhost`` as Host."""
        status, _ = over_http.post(INITIALIZE, fields)
        assert status == 200

    def test_named(self) -> None:
        """A server that does not listen on localhost accepts only the hosts and origins given by its options."""
        with Http("--http-host", "tools.corp", "--http-origin", "https://chat.corp", at="0.0.0.0:0") as server:
            server.url = server.url.replace("0.0.0.0", "127.0.0.1")
            given = {"Host": "tools.corp", "Origin": "https://chat.corp"}
            assert server.post(INITIALIZE, given)[0] == 200
            assert server.post(INITIALIZE, {})[0] == 421
            assert server.post(INITIALIZE, {**given, "Origin": "http://chat.corp"})[0] == 403

    def test_long_body(self, over_http: Http) -> None:
        """A request body of five megabytes is rejected."""
        status, _ = over_http.post(call("x" * 5_000_000), modern_fields())
        assert status == 413

    def test_lone_surrogate(self, over_http: Http) -> None:
        """In the older protocol generation, a request with a lone surrogate gets status 400."""
        status, _ = over_http.post(call("\ud800"), over_http.session())
        assert status == 400


class TestBounds:
    @pytest.mark.parametrize("fields", [{}, modern_fields()], ids=["handshake", "modern"])
    def test_body(self, over_http: Http, fields: dict[str, str]) -> None:
        """A request body larger than the message limit is rejected in both protocol generations (§M.8)."""
        status, _ = over_http.post({"a": "a" * MESSAGE_MAX}, fields)
        assert status == 413

    def test_sessions(self) -> None:
        """If the limit of open sessions is reached, a new session is rejected until another session ends (§M.8)."""
        fewer = "from page_stats_core.command.mcp import http; http._SESSIONS_MAX = 2"
        with Http(command=(sys.executable, "-c", f"import sys; {fewer}; {STARTED}", "mcp")) as server:
            first, _ = server.session(), server.session()
            assert server.post(INITIALIZE, {})[0] == 503
            assert server.ask("DELETE", first)[0] == 200
            assert server.post(INITIALIZE, {})[0] == 200

    def test_resume(self, over_http: Http) -> None:
        """A client may ask to resume after an earlier event, but past events are not sent again (§M.6)."""
        fields = {**over_http.session(), "Last-Event-ID": "1"}
        with contextlib.closing(over_http.connect()) as connection:
            connection.request("GET", "/mcp", headers=posted(fields))
            assert connection.getresponse().status == 200


class TestWhoLeaves:
    @pytest.mark.parametrize("generation", ["handshake", "modern"])
    def test_left(self, over_http: Http, silent: Silent, generation: str) -> None:
        """When a client disconnects, the connection to the web server is closed within a second (§M.6)."""
        fields = over_http.session() if generation == "handshake" else modern_fields()
        with contextlib.closing(over_http.connect()) as connection:
            connection.request("POST", "/mcp", json.dumps(call(silent.url)), posted(fields))
            assert silent.asked.wait(SLACK_SECONDS * 5)
            assert not silent.left.is_set()
        assert silent.left.wait(1 + SLACK_SECONDS)

    def test_cancelled(self, over_http: Http, silent: Silent) -> None:
        """When a call is cancelled, it gets an error, and its web connection is closed within a second (§M.6)."""
        fields = over_http.session()
        with contextlib.closing(over_http.connect()) as connection:
            connection.request("POST", "/mcp", json.dumps(call(silent.url)), posted(fields))
            assert silent.asked.wait(SLACK_SECONDS * 5)
            cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
            assert over_http.post(cancel, fields)[0] == 202
            assert silent.left.wait(1 + SLACK_SECONDS)
            assert b'"code":-32800' in connection.getresponse().read()

    def test_session_ended(self, over_http: Http, silent: Silent) -> None:
        """When a client ends its session, the connection to the web server is closed within a second (§M.6)."""
        fields = over_http.session()
        with contextlib.closing(over_http.connect()) as connection:
            connection.request("POST", "/mcp", json.dumps(call(silent.url)), posted(fields))
            assert silent.asked.wait(SLACK_SECONDS * 5)
            assert over_http.ask("DELETE", posted(fields))[0] == 200
            assert silent.left.wait(1 + SLACK_SECONDS)
            assert over_http.post(call(silent.url), fields)[0] == 404


class TestStart:
    def test_port_in_use(self) -> None:
        """If the address is already in use, the server reports this and exits."""
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            with Process("--http", str(port)) as process:
                assert process.wait() == 2
                said = f"page-stats: cannot listen on 127.0.0.1, port {port}: Address already in use\n"
                assert process.errors() == said

    @pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("busy", [False, True])
    def test_signal(self, silent: Silent, how: int, busy: bool) -> None:
        """A signal stops the server and its calls. The exit status is that of the signal, and the port is freed."""
        with Http(*OPTIONS, command=INTERRUPTIBLE) as server, contextlib.closing(server.connect()) as connection:
            if busy:
                connection.request("POST", "/mcp", json.dumps(call(silent.url)), posted(modern_fields()))
                assert silent.asked.wait(SLACK_SECONDS * 5)
            server.interrupt(how)
            assert server.wait() in {128 + how, -how}
            assert not busy or silent.left.wait(SLACK_SECONDS)
            assert "Traceback" not in server.errors()
            with pytest.raises(ConnectionRefusedError):
                server.connect().connect()

    def test_logs(self, servers: Servers) -> None:
        """The server logs no request data, no disconnections and no proxy passwords (§M.9)."""
        proxy = servers.places["proxy_unlocked"]
        with Http(*OPTIONS, "--proxy", proxy) as server:
            server.post(INITIALIZE, {"Host": "secret.example"})
            with contextlib.closing(server.connect()) as connection:
                connection.putrequest("POST", "/mcp")
                for name, value in posted({"Content-Length": "100"}).items():
                    connection.putheader(name, value)
                connection.endheaders(b'{"url": "secret"')
            for url in ("http://me:secret@a.example/", f"{servers.places['base']}/ok", "http://127.0.0.1/"):
                server.call({"url": url})
            assert server.errors() == f"page-stats: listening on {server.url}\n"
