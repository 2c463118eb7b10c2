"""A Dify plugin as the daemon runs it: a process that exchanges lines of JSON on stdin and stdout."""

from __future__ import annotations

import itertools
import json
import os
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from harness.processes import Piped

READY_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 40.0

COMMAND: Final = ("-m", "main")


class PluginError(Exception):
    """The plugin exited or did not answer. The error's message ends with the plugin's stderr."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one request: the messages in order, and an error if the request failed."""

    messages: tuple[dict[str, Any], ...]
    error: dict[str, Any] | None

    @property
    def kinds(self) -> list[str]:
        return [message["type"] for message in self.messages]

    @property
    def payload(self) -> dict[str, Any]:
        """The content of the only JSON message."""
        (found,) = self._of("json")
        payload: dict[str, Any] = found["json_object"]
        return payload

    @property
    def variables(self) -> dict[str, Any]:
        return {each["variable_name"]: each["variable_value"] for each in self._of("variable")}

    @property
    def text(self) -> str:
        """The content of the only text message."""
        (found,) = self._of("text")
        text: str = found["text"]
        return text

    def _of(self, kind: str) -> list[dict[str, Any]]:
        return [message["message"] for message in self.messages if message["type"] == kind]


class Plugin(Piped):
    """The process of the plugin in *folder*, as a context manager. Entering waits until the plugin is ready.

    *command* has the arguments for *python*. *environment* extends the environment of this process.
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
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        variables = inherited | {"INSTALL_METHOD": "local"} | dict(environment or {})
        super().__init__([python, *command], self._take, cwd=folder, env=variables)

    def __enter__(self) -> Self:
        if not self._ready.wait(READY_SECONDS) or not self.manifest:
            error = self._error("was not ready")
            self.close()
            raise error
        return self

    def invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> Answer:
        return self.collect(self.send_invoke(parameters, credentials))

    def send_invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Call the tool without waiting; return the session for ``collect``."""
        tool = {"action": "invoke_tool", "tool": "page_stats", "tool_parameters": dict(parameters)}
        return self._send({**tool, "credentials": dict(credentials or {}), "credential_type": "api-key"})

    def validate(self, credentials: Mapping[str, Any]) -> Answer:
        return self.collect(self._send({"action": "validate_tool_credentials", "credentials": dict(credentials)}))

    def collect(self, session: str) -> Answer:
        """Return the answer of a session; raise ``PluginError`` if the session does not end."""
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
        self.write_line(as_go_writes({"session_id": session, "event": "request", "context": {}, "data": request}))
        return session

    def _take(self, line: str) -> None:
        if not line:
            self._ready.set()
            for session in self._sessions.values():
                session.put(None)
        if not line.strip():
            return
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
                pass  # the SDK logs what it has loaded
            case _:
                self.stray.append(line)

    def _error(self, what: str) -> PluginError:
        self.kill()
        return PluginError(f"The plugin {what}.\n{self.errors()}".rstrip())


def as_go_writes(value: Any) -> str:
    """Return *value* as JSON, like the daemon: with U+FFFD for lone surrogates, which the SDK cannot read."""
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
