"""Dify's daemon, if available, with the toy installed as a signed package and called over HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from comparison.engine.texts import code
from comparison.platforms.hosts.dify import TOY, content
from harness.hosts.dify.daemon import Daemon, DaemonError
from harness.hosts.dify.plugin import Answer
from harness.hosts.dify.services import Services, find_parts
from harness.ports import LOOPBACK
from lib.difypkg.archive import Package
from lib.difypkg.keys import make_pair, read_private
from lib.difypkg.sign import sign
from lib.locate.dify_sdk import NOT_HERE, find_python

PLUGIN = "toys/echo"
_versions: list[str] = []


def missing() -> str:
    python = find_python()
    if python is None:
        return NOT_HERE
    server, why = find_parts(python)
    return "" if server else f"dify-daemon: {why}"


def version() -> str:
    """Return the version that the health check of the last run reported."""
    return f"dify-plugin-daemon {_versions[-1] or 'of a build that names no version'}"


class Toys(Daemon):
    def call(self, parameters: Mapping[str, Any]) -> Answer:
        tool = {"provider": "echo", "tool": "echo", "credential_type": "api-key", "credentials": {}}
        return self._dispatch("tool/invoke", PLUGIN, {**tool, "tool_parameters": dict(parameters)})


@dataclass(frozen=True, slots=True)
class Called:
    """The result of a call. *program* is what the caller received, as Markdown. *returned* is the JSON message."""

    program: str
    returned: Any


@dataclass(frozen=True, slots=True)
class InDaemon:
    """The driver of the daemon. The toy is installed in the daemon, and ``package`` is the toy's package."""

    daemon: Toys
    package: Package
    folder: Path

    def call(self, arguments: Mapping[str, Any]) -> Called:
        answer = self.daemon.call(arguments)
        texts = [f"`{message['type']}` {code(content(message))}" for message in answer.messages]
        if answer.error:
            error = {name: value for name, value in answer.error.items() if name not in {"outer", "code"}}
            error["args"] = {"traceback": "[…]"}
            texts.append(f"code {answer.error['code']}, {code(answer.error['outer'])} around {code(error)}")
        found = [content(message) for message in answer.messages if message["type"] == "json"]
        return Called("; ".join(texts) or "nothing at all", found[0] if found else None)

    def upload(self, package: Package) -> str:
        """Upload *package* and describe the daemon's answer."""
        path = self.folder / "uploaded.difypkg"
        path.write_bytes(package.to_bytes())
        try:
            answer = self.daemon.upload(path)
        except DaemonError as error:
            return f"refused: {code(str(error))}"
        return f"taken, `verified` {code(answer['manifest']['verified'])}, {code(answer['verification'])}"


@contextlib.contextmanager
def running() -> Iterator[InDaemon]:
    """Start the daemon with signatures enforced, and install the toy."""
    python = find_python()
    assert python
    server, why = find_parts(python)
    assert server, why
    with tempfile.TemporaryDirectory(prefix="toys-") as name:
        folder = Path(name)
        private, public = make_pair(folder, 2048)
        files = {path.relative_to(TOY).as_posix(): path for path in TOY.rglob("*") if path.is_file()}
        entries = {each: path.read_bytes() for each, path in sorted(files.items()) if "__pycache__" not in each}
        package = sign(Package(entries), read_private(private))
        with Services(server, [public]) as services:
            daemon = Toys(services.port)
            _versions.append(health(services.port)["version"])
            inside = InDaemon(daemon, package, folder)
            inside.upload(package)
            ended = daemon.install(package.identifier())
            assert ended == "success", ended
            yield inside


def health(port: int) -> dict[str, Any]:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=30)
    connection.request("GET", "/health/check")
    answer: dict[str, Any] = json.load(connection.getresponse())
    connection.close()
    return answer
