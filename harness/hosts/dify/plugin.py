"""A Dify plugin as its daemon runs it: a process that speaks lines of JSON on stdin and stdout."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Self

READY_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 40.0

COMMAND: Final = ("-m", "main")


class PluginError(Exception):
    """The plugin did not do what a plugin does; the message ends with what it wrote to stderr."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one request, in order: messages, and perhaps an error at the end."""

    messages: tuple[dict[str, Any], ...]
    error: dict[str, Any] | None

    @property
    def kinds(self) -> list[str]:
        """The kinds of the messages."""
        return [message["type"] for message in self.messages]

    @property
    def payload(self) -> dict[str, Any]:
        """The one JSON message."""
        (found,) = self._of("json")
        payload: dict[str, Any] = found["json_object"]
        return payload

    @property
    def variables(self) -> dict[str, Any]:
        """The variables, by name."""
        return {each["variable_name"]: each["variable_value"] for each in self._of("variable")}

    @property
    def text(self) -> str:
        """The one line of text."""
        (found,) = self._of("text")
        text: str = found["text"]
        return text

    def _of(self, kind: str) -> list[dict[str, Any]]:
        return [message["message"] for message in self.messages if message["type"] == kind]


class Plugin:
    """The process of a plugin that was unpacked into *folder*, as a context manager; it is ready when entered.

    *command* is what *python* is given to run; the environment is this process's own with *environment* in it.
    """

    def __init__(
        self,
        python: Path,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.manifest: dict[str, Any] = {}
        self.stray: list[str] = []
        self._ids = itertools.count(1)
        self._ready = threading.Event()
        self._sessions: dict[str, queue.SimpleQueue[dict[str, Any] | None]] = {}
        self._stderr: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, *command],
            cwd=folder,
            env=inherited | {"INSTALL_METHOD": "local"} | dict(environment or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        if not self._ready.wait(READY_SECONDS) or not self.manifest:
            error = self._error("was not ready")
            self.kill()
            raise error
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def kill(self) -> None:
        """End it; at the end of its input it would go on."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout, self._stderr):
            assert stream
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> Answer:
        """Call the tool."""
        return self.collect(self.send_invoke(parameters, credentials))

    def send_invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Call the tool without waiting; return the session, of which ``collect`` returns the answer."""
        tool = {"action": "invoke_tool", "tool": "page_stats", "tool_parameters": dict(parameters)}
        return self._send({**tool, "credentials": dict(credentials or {}), "credential_type": "api-key"})

    def write(self, line: str) -> None:
        """Write *line* as it is."""
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # that it has ended is seen when the answer is collected
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def validate(self, credentials: Mapping[str, Any]) -> Answer:
        """Have credentials validated."""
        return self.collect(self._send({"action": "validate_tool_credentials", "credentials": dict(credentials)}))

    def collect(self, session: str) -> Answer:
        """Return the answer of a session; raises ``PluginError`` if it does not end."""
        messages: list[dict[str, Any]] = []
        error = None
        while True:
            try:
                said = self._sessions[session].get(timeout=ANSWER_SECONDS)
            except queue.Empty:
                raise self._error(f"did not answer within {ANSWER_SECONDS:g} s") from None
            if said is None:
                raise self._error("ended")
            match said["type"]:
                case "end":
                    return Answer(tuple(messages), error)
                case "error":
                    error = said["data"]
                case _:
                    messages.append(said["data"])

    def _send(self, data: Mapping[str, Any]) -> str:
        session = str(next(self._ids))
        self._sessions[session] = queue.SimpleQueue()
        request = {"user_id": "user", "type": "tool", "provider": "page_stats", **data}
        self.write(as_go_writes({"session_id": session, "event": "request", "context": {}, "data": request}))
        return session

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line.strip():
                self._take(line)
        self._ready.set()
        for session in self._sessions.values():
            session.put(None)

    def _take(self, line: str) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            self.stray.append(line)
            return
        match said.get("event"):
            case None if not self.manifest:
                self.manifest = said
            case "heartbeat":
                self._ready.set()
            case "session" if said["session_id"] in self._sessions:
                self._sessions[said["session_id"]].put(said["data"])
            case "log":
                pass  # the SDK's own, on what it has loaded
            case _:
                self.stray.append(line)

    def _error(self, what: str) -> PluginError:
        self._process.kill()
        self._process.wait()
        self._stderr.seek(0)
        return PluginError(f"The plugin {what}.\n{self._stderr.read()}".rstrip())


def as_go_writes(value: Any) -> str:
    """Return *value* as the daemon's JSON, in which what is half a character is U+FFFD; the SDK reads no other."""
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
