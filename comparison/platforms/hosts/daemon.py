"""Dify's daemon, where there is one: the toy as a signed package, installed and called over HTTP."""

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
from lib.difypkg.archive import Package
from lib.difypkg.keys import make_pair, read_private
from lib.difypkg.sign import sign
from lib.file_server import HOST
from lib.locate.dify_sdk import NOT_HERE, find_python

PLUGIN = "toys/echo"
_seen_version: list[str] = []


def missing() -> str:
    """Return what is not there."""
    python = find_python()
    if python is None:
        return NOT_HERE
    server, why = find_parts(python)
    return "" if server else f"dify-daemon: {why}"


def version() -> str:
    """Return the version that has just run, as its health check names it."""
    return f"dify-plugin-daemon {_seen_version[-1] or 'of a build that names no version'}"


class Toys(Daemon):
    """The daemon, with the toy in it."""

    def call(self, parameters: Mapping[str, Any]) -> Answer:
        """Call the toy."""
        tool = {"provider": "echo", "tool": "echo", "credential_type": "api-key", "credentials": {}}
        return self._dispatch("tool/invoke", PLUGIN, {**tool, "tool_parameters": dict(parameters)})


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call."""

    program: str
    returned: Any


@dataclass(frozen=True, slots=True)
class InDaemon:
    """The daemon with the toy installed, and the toy's package."""

    daemon: Toys
    package: Package
    folder: Path

    def call(self, arguments: Mapping[str, Any]) -> Called:
        """Call the toy over HTTP."""
        answer = self.daemon.call(arguments)
        told = [f"`{message['type']}` {code(content(message))}" for message in answer.messages]
        if answer.error:
            error = {name: value for name, value in answer.error.items() if name not in {"outer", "code"}}
            error["args"] = {"traceback": "[…]"}
            told.append(f"code {answer.error['code']}, {code(answer.error['outer'])} around {code(error)}")
        found = [content(message) for message in answer.messages if message["type"] == "json"]
        return Called("; ".join(told) or "nothing at all", found[0] if found else None)

    def upload(self, package: Package) -> str:
        """Upload *package*; return what the daemon says."""
        path = self.folder / "uploaded.difypkg"
        path.write_bytes(package.to_bytes())
        try:
            told = self.daemon.upload(path)
        except DaemonError as error:
            return f"refused: {code(str(error))}"
        return f"taken, `verified` {code(told['manifest']['verified'])}, {code(told['verification'])}"


@contextlib.contextmanager
def running() -> Iterator[InDaemon]:
    """Yield the daemon, signatures enforced, with the toy installed."""
    python = find_python()
    assert python
    server, why = find_parts(python)
    assert server, why
    with tempfile.TemporaryDirectory(prefix="toys-") as name:
        folder = Path(name)
        private, public = make_pair(folder, 2048)
        files = {path.relative_to(TOY).as_posix(): path for path in TOY.rglob("*") if path.is_file()}
        kept = {each: path.read_bytes() for each, path in sorted(files.items()) if "__pycache__" not in each}
        package = sign(Package(kept), read_private(private))
        with Services(server, [public]) as services:
            daemon = Toys(services.port)
            _seen_version.append(health(services.port)["version"])
            inside = InDaemon(daemon, package, folder)
            inside.upload(package)
            ended = daemon.install(package.identifier())
            assert ended == "success", ended
            yield inside


def health(port: int) -> dict[str, Any]:
    """Return what the daemon says of itself."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    connection.request("GET", "/health/check")
    told: dict[str, Any] = json.load(connection.getresponse())
    connection.close()
    return told
