"""``page-stats mcp`` as hosts start it, asked message by message: what no client of an SDK would send is sent, too."""

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
import tempfile
import threading
from collections.abc import Mapping, Sequence
from typing import IO, Any, Final, Self
from urllib.parse import urlsplit

COMMAND: Final = (sys.executable, "-m", "page_stats_core", "mcp")
HANDSHAKE: Final = "2025-11-25"
MODERN: Final = "2026-07-28"
SECONDS: Final = 40.0

_CLIENT: Final = {"name": "tests", "version": "0"}
HELLO: Final = {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": _CLIENT}
_ACCEPT: Final = "application/json, text/event-stream"
_EVENT: Final = re.compile(r"^data: (\{.*\})\r?$", re.MULTILINE)
_LISTENING: Final = re.compile(r"listening on (\S+)\n")


class ServerError(Exception):
    """The server did not answer; the message ends with what it wrote to standard error."""


class Process:
    """A server's process, as a context manager: ended at the end, if it has not ended by itself."""

    def __init__(
        self, *options: str, command: Sequence[str] = COMMAND, environment: Mapping[str, str] | None = None
    ) -> None:
        self._writing = threading.Lock()
        self._stderr: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._process = subprocess.Popen(
            [*command, *options],
            env=os.environ | dict(environment or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def errors(self) -> str:
        """Return what it has written to standard error."""
        # Not sought: the descriptor, and so its position, is the process's own, too.
        size = os.fstat(self._stderr.fileno()).st_size
        return os.pread(self._stderr.fileno(), size, 0).decode("utf-8", "replace")

    def write_line(self, line: str) -> None:
        """Write a line as it is to its standard input."""
        # that it has ended is seen when the reply is taken
        with contextlib.suppress(BrokenPipeError), self._writing:
            self._stdin.write(line + "\n")
            self._stdin.flush()

    def close_output(self) -> None:
        """Read its standard output no more."""
        self._stdout.close()

    def interrupt(self, how: int = signal.SIGINT) -> None:
        """Send it a signal."""
        self._process.send_signal(how)

    def wait(self) -> int:
        """Return its exit status once it has ended."""
        return self._process.wait(SECONDS)

    @property
    def _stdin(self) -> IO[str]:
        assert self._process.stdin
        return self._process.stdin

    @property
    def _stdout(self) -> IO[str]:
        assert self._process.stdout
        return self._process.stdout


class Stdio(Process):
    """A server on standard input and output; when entered, hands were shaken."""

    def __init__(
        self, *options: str, command: Sequence[str] = COMMAND, environment: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(*options, command=command, environment=environment)
        self.told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.stray: list[str] = []
        self._ids = itertools.count(1)
        self._replies: dict[int | None, queue.SimpleQueue[dict[str, Any] | None]] = {None: queue.SimpleQueue()}
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        self.reply(self.send("initialize", HELLO))
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.kill()
        self._reader.join()
        super().__exit__(*exception)

    def call(self, arguments: Any) -> dict[str, Any]:
        """Call the tool; return the reply."""
        return self.reply(self.send("tools/call", {"name": "page_stats", "arguments": arguments}))

    def send(self, method: str, params: Mapping[str, Any]) -> int:
        """Send a request without waiting; return its number, of which ``reply`` returns what comes."""
        number = self.prepare()
        self.write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def prepare(self) -> int:
        """Return a number for a request."""
        number = next(self._ids)
        self._replies[number] = queue.SimpleQueue()
        return number

    def cancel(self, number: int) -> None:
        """Cancel a request."""
        self.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})

    def reply(self, number: int | None, seconds: float = SECONDS) -> dict[str, Any]:
        """Return the reply to a request, or to what had no number; raises ``ServerError`` if there is none."""
        try:
            said = self._replies[number].get(timeout=seconds)
        except queue.Empty:
            raise ServerError(f"there is no reply within {seconds:g} s\n{self.errors()}") from None
        if said is None:
            raise ServerError(f"it ended\n{self.errors()}")
        return said

    def write(self, message: Any) -> None:
        """Write a message."""
        self.write_line(json.dumps(message))

    def leave(self) -> None:
        """Close its input, as a client does that leaves."""
        self._stdin.close()

    def _read(self) -> None:
        for line in self._stdout:
            try:
                message = json.loads(line)
            except ValueError:
                self.stray.append(line)
                continue
            if "method" in message:
                self.told.put(message)
            else:
                self._replies[message["id"]].put(message)
        for replies in list(self._replies.values()):
            replies.put(None)


class Http(Process):
    """A server over HTTP, at any port; when entered, it listens."""

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
                raise ServerError(f"it ended\n{self.errors()}")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.02)
        self.url = listening[1]
        return self

    def call(self, arguments: Any) -> dict[str, Any]:
        """Call the tool, as clients do that shake no hands; return the reply."""
        return self._call({"arguments": arguments, "_meta": modern_meta()}, modern_fields())

    def _call(self, params: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "page_stats", **params}}
        status, reply = self.post(message, fields)
        if not isinstance(reply, dict):
            raise ServerError(f"it answered with {status}: {reply}")
        return reply

    def session(self) -> dict[str, str]:
        """Shake hands; return the fields by which a request belongs to the session."""
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}
        with contextlib.closing(self.connect()) as connection:
            connection.request("POST", "/mcp", json.dumps(hello), posted({}))
            answer = connection.getresponse()
            answer.read()
            name = answer.getheader("Mcp-Session-Id")
        if not name:
            raise ServerError(f"it answered with {answer.status}, without a session")
        return {"Mcp-Session-Id": name, "MCP-Protocol-Version": HANDSHAKE}

    def post(self, message: Any, fields: Mapping[str, str]) -> tuple[int, Any]:
        """Post *message* as JSON; return the status, and the reply, the last of events, or else the text."""
        return self.ask("POST", posted(fields), json.dumps(message))

    def ask(self, method: str, fields: Mapping[str, str], body: str = "") -> tuple[int, Any]:
        """Send any request; return what ``post`` does."""
        with contextlib.closing(self.connect()) as connection:
            connection.request(method, "/mcp", body, fields)
            answer = connection.getresponse()
            text = answer.read().decode()
            try:
                return answer.status, json.loads([text, *_EVENT.findall(text)][-1])
            except ValueError:
                return answer.status, text

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection."""
        where = urlsplit(self.url)
        assert where.hostname
        return http.client.HTTPConnection(where.hostname, where.port, timeout=SECONDS)


class HttpSession(Http):
    """A server over HTTP, called as older clients do, which shake hands; when entered, that was done."""

    def __enter__(self) -> Self:
        super().__enter__()
        self._fields = self.session()
        return self

    def call(self, arguments: Any) -> dict[str, Any]:
        """Call the tool; return the reply."""
        return self._call({"arguments": arguments}, self._fields)


def posted(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a POST of MCP with *fields* in them."""
    return {"Accept": _ACCEPT, "Content-Type": "application/json", **fields}


def modern_fields() -> dict[str, str]:
    """Return the fields of a call without a handshake."""
    return {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "page_stats"}


def modern_meta() -> dict[str, Any]:
    """Return what each request without a handshake says of its client."""
    said = {"protocolVersion": MODERN, "clientInfo": _CLIENT, "clientCapabilities": {}}
    return {f"io.modelcontextprotocol/{name}": value for name, value in said.items()}
