"""A client of Dify's daemon, with the HTTP requests that Dify sends."""

from __future__ import annotations

import http.client
import json
import secrets
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from harness.hosts.dify.plugin import Answer
from harness.hosts.dify.services import SERVER_KEY
from harness.ports import LOOPBACK

TASK_SECONDS: Final = 300.0


class DaemonError(Exception):
    """The daemon rejected a request. The error's message is the daemon's message."""


class Daemon:
    """A client of the daemon at *port*, with a new tenant."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._root = f"/plugin/{uuid.uuid4()}"

    def upload(self, package: Path) -> dict[str, Any]:
        """Upload a package and return the daemon's description of it."""
        mark = secrets.token_hex(16)
        parts = (
            ('name="verify_signature"', b"true"),
            (f'name="dify_pkg"; filename="{package.name}"', package.read_bytes()),
        )
        body = b"".join(
            f"--{mark}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n"
            for head, content in parts
        )
        form = f"multipart/form-data; boundary={mark}"
        path = f"{self._root}/management/install/upload/package"
        told: dict[str, Any] = self._unpacked(self._send("POST", path, body + f"--{mark}--\r\n".encode(), form))
        return told

    def manage(self, method: str, path: str, body: object = None) -> Any:
        """Call the management API and return the response's data."""
        sent = None if body is None else json.dumps(body).encode()
        return self._unpacked(self._send(method, f"{self._root}/management/{path}", sent))

    def install(self, identifier: str) -> str:
        """Install an uploaded package; return ``success``, or the task's error."""
        task = {"plugin_unique_identifiers": [identifier], "source": "package", "metas": [{}]}
        return self._finished(self.manage("POST", "install/identifiers", task)["task_id"])

    def upgrade(self, old: str, new: str) -> str:
        """Replace one version with another; return ``success``, or the task's error."""
        names = {"original_plugin_unique_identifier": old, "new_plugin_unique_identifier": new}
        return self._finished(
            self.manage("POST", "install/upgrade", {**names, "source": "package", "meta": {}})["task_id"]
        )

    def installed(self) -> list[dict[str, Any]]:
        return self.manage("GET", "list?page=1&page_size=100")["list"] or []

    def invoke(self, plugin: str, parameters: Mapping[str, Any], credentials: Mapping[str, Any]) -> Answer:
        tool = {"tool": "page_stats", "credential_type": "api-key", "tool_parameters": dict(parameters)}
        return self._dispatch("tool/invoke", plugin, {**tool, "credentials": dict(credentials)})

    def validate(self, plugin: str, credentials: Mapping[str, Any]) -> Answer:
        return self._dispatch("tool/validate_credentials", plugin, {"credentials": dict(credentials)})

    def _dispatch(self, path: str, plugin: str, data: Mapping[str, Any]) -> Answer:
        body = json.dumps({"user_id": "user", "data": {"provider": "page_stats", **data}}).encode()
        text = self._send("POST", f"{self._root}/dispatch/{path}", body, plugin=plugin)
        events = [json.loads(line.removeprefix("data:")) for line in text.splitlines() if line.strip()]
        messages = tuple(event["data"] for event in events if event["code"] == 0)
        errors = [event for event in events if event["code"] != 0]
        return Answer(messages, inner_error(errors[0]) if errors else None)

    def _finished(self, task: str) -> str:
        patience = time.monotonic() + TASK_SECONDS
        while time.monotonic() < patience:
            done = self.manage("GET", f"install/tasks/{task}")
            if done["status"] not in {"pending", "running"}:
                return str(done["status"]) if done["status"] == "success" else json.dumps(done["plugins"])
            time.sleep(0.2)
        return "not finished"

    def _send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        content_type: str = "application/json",
        plugin: str | None = None,
    ) -> str:
        connection = http.client.HTTPConnection(LOOPBACK, self._port, timeout=120)
        headers = {"X-Api-Key": SERVER_KEY, **({"Content-Type": content_type} if body else {})}
        connection.request(method, path, body, headers | ({"X-Plugin-ID": plugin} if plugin else {}))
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def _unpacked(self, text: str) -> Any:
        answer = json.loads(text)
        if answer["code"]:
            raise DaemonError(answer["message"])
        return answer["data"]


def inner_error(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plugin's error, nested as JSON in the daemon's error; if there is none, return the daemon's error."""
    try:
        outer = json.loads(event["message"])
        inner: dict[str, Any] = json.loads(outer["message"])
    except (ValueError, TypeError, KeyError):
        return dict(event)
    return {**inner, "outer": outer["error_type"], "code": event["code"]}
