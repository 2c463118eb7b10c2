"""``page-stats mcp`` as hosts start it, with a low-level client that can send messages that SDKs never send."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import queue
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self
from urllib.parse import urlsplit

from harness.processes import Piped
from harness.servers import PUBLIC

COMMAND: Final = (sys.executable, "-m", "page_stats_core", "mcp")
# Tests that run in the background might ignore SIGINT. Their child processes would then ignore SIGINT as well.
INTERRUPTED = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
STARTED = "from page_stats_core.command import main; sys.exit(main())"
INTERRUPTIBLE = (sys.executable, "-c", f"{INTERRUPTED}; {STARTED}", "mcp")
OPTIONS = ("--allowed-host", PUBLIC)
HANDSHAKE: Final = "2025-11-25"
MODERN: Final = "2026-07-28"
SECONDS: Final = 40.0

_CLIENT: Final = {"name": "tests", "version": "0"}
HELLO: Final = {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": _CLIENT}
_ACCEPT: Final = "application/json, text/event-stream"
_EVENT: Final = re.compile(r"^data: (\{.*\})\r?$", re.MULTILINE)
_LISTENING: Final = re.compile(r"listening on (\S+)\n")


class ServerError(Exception):
    """The server did not answer. The error's message ends with the server's stderr."""


class Process(Piped):
    """A server's process, as a context manager that stops it on leaving."""

    def __init__(
        self,
        *options: str,
        command: Sequence[str] = COMMAND,
        environment: Mapping[str, str] | None = None,
        take: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__([*command, *options], take, env=os.environ | dict(environment or {}))

    def close_output(self) -> None:
        self._stdout.close()

    def interrupt(self, how: int = signal.SIGINT) -> None:
        self._process.send_signal(how)

    def wait(self) -> int:
        """Wait for the process to end and return its exit status."""
        return self._process.wait(SECONDS)


class Stdio(Process):
    """A server on stdin and stdout; entering performs the handshake."""

    def __init__(
        self, *options: str, command: Sequence[str] = COMMAND, environment: Mapping[str, str] | None = None
    ) -> None:
        self.told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.stray: list[str] = []
        self._ids = itertools.count(1)
        self._replies: dict[int | None, queue.SimpleQueue[dict[str, Any] | None]] = {None: queue.SimpleQueue()}
        super().__init__(*options, command=command, environment=environment, take=self._take)

    def __enter__(self) -> Self:
        self.reply(self.send("initialize", HELLO))
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def call(self, arguments: Any) -> dict[str, Any]:
        return self.reply(self.send("tools/call", {"name": "page_stats", "arguments": arguments}))

    def send(self, method: str, params: Mapping[str, Any]) -> int:
        """Send a request without waiting; return its number for ``reply``."""
        number = self.prepare()
        self.write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def prepare(self) -> int:
        """Reserve a request number."""
        number = next(self._ids)
        self._replies[number] = queue.SimpleQueue()
        return number

    def cancel(self, number: int) -> None:
        self.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})

    def reply(self, number: int | None, seconds: float = SECONDS) -> dict[str, Any]:
        """Return the reply to a request, or to a message without a number; raise ``ServerError`` if none arrives."""
        try:
            said = self._replies[number].get(timeout=seconds)
        except queue.Empty:
            raise ServerError(f"no reply within {seconds:g} s\n{self.errors()}") from None
        if said is None:
            raise ServerError(f"the server ended\n{self.errors()}")
        return said

    def write(self, message: Any) -> None:
        self.write_line(json.dumps(message))

    def _take(self, line: str) -> None:
        if not line:
            for replies in list(self._replies.values()):
                replies.put(None)
            return
        try:
            message = json.loads(line)
        except ValueError:
            self.stray.append(line)
            return
        if "method" in message:
            self.told.put(message)
        else:
            self._replies[message["id"]].put(message)


class Http(Process):
    """A server over HTTP, by default on a free port. Entering waits until the server listens."""

    def __init__(
        self,
        *options: str,
        at: str = "0",
        command: Sequence[str] = COMMAND,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__("--http", at, *options, command=command, environment=environment)
        self.url = ""

    def __enter__(self) -> Self:
        while not (listening := _LISTENING.search(self.errors())):
            if self._process.poll() is not None:
                raise ServerError(f"the server ended\n{self.errors()}")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.02)
        self.url = listening[1]
        return self

    def call(self, arguments: Any) -> dict[str, Any]:
        """Call the tool without a handshake and return the reply."""
        return self._call({"arguments": arguments, "_meta": modern_meta()}, modern_fields())

    def _call(self, params: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "page_stats", **params}}
        status, reply = self.post(message, fields)
        if not isinstance(reply, dict):
            raise ServerError(f"the server answered with {status}: {reply}")
        return reply

    def session(self) -> dict[str, str]:
        """Perform the handshake and return the session's headers."""
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}
        with contextlib.closing(self.connect()) as connection:
            connection.request("POST", "/mcp", json.dumps(hello), posted({}))
            answer = connection.getresponse()
            answer.read()
            name = answer.getheader("Mcp-Session-Id")
        if not name:
            raise ServerError(f"the server answered with {answer.status}, without a session")
        return {"Mcp-Session-Id": name, "MCP-Protocol-Version": HANDSHAKE}

    def post(self, message: Any, fields: Mapping[str, str]) -> tuple[int, Any]:
        """Post *message* as JSON; return the status and the decoded reply (or last event), or the text if not JSON."""
        return self.ask("POST", posted(fields), json.dumps(message))

    def ask(self, method: str, fields: Mapping[str, str], body: str = "") -> tuple[int, Any]:
        """Send any request; return the status and the reply as ``post`` does."""
        with contextlib.closing(self.connect()) as connection:
            connection.request(method, "/mcp", body, fields)
            answer = connection.getresponse()
            text = answer.read().decode()
            try:
                return answer.status, json.loads([text, *_EVENT.findall(text)][-1])
            except ValueError:
                return answer.status, text

    def connect(self) -> http.client.HTTPConnection:
        where = urlsplit(self.url)
        assert where.hostname
        return http.client.HTTPConnection(where.hostname, where.port, timeout=SECONDS)


class HttpSession(Http):
    """A server over HTTP, called in a session, as older clients do. Entering performs the handshake."""

    def __enter__(self) -> Self:
        super().__enter__()
        self._fields = self.session()
        return self

    def call(self, arguments: Any) -> dict[str, Any]:
        return self._call({"arguments": arguments}, self._fields)


def posted(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of an MCP POST request, with *fields* added."""
    return {"Accept": _ACCEPT, "Content-Type": "application/json", **fields}


def modern_fields() -> dict[str, str]:
    """Return the headers of a call without a handshake."""
    return {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "page_stats"}


def modern_meta() -> dict[str, Any]:
    """Return the client metadata of a request without a handshake."""
    said = {"protocolVersion": MODERN, "clientInfo": _CLIENT, "clientCapabilities": {}}
    return {f"io.modelcontextprotocol/{name}": value for name, value in said.items()}
