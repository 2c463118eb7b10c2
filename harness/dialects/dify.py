"""The Dify plugin as a dialect: the package built from the sources, started by the real SDK.

The output variables, which workflows use, are checked against the JSON, which agents receive.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from harness.dialects.ndjson_loop import Request, answer_requests
from harness.hosts.dify.outputs import empty_outputs
from harness.hosts.dify.plugin import Answer, Plugin
from lib import artefacts
from lib.hatch_env import python_path
from lib.locate.dify_sdk import find_python

STUBBED: Final[Mapping[str, Any]] = {
    "command": ("-m", "harness.dialects.dify_stubbed"),
    "environment": python_path(),
}


class Plugins:
    """The plugin with and without network access, each started on first use."""

    def __init__(self, folder: Path, outputs: Mapping[str, Any], running: contextlib.ExitStack) -> None:
        self._folder = folder
        self._outputs = outputs
        self._running = running
        self._started: dict[bool, Plugin] = {}

    def answer(self, request: Request) -> Any:
        fetches = request["family"] == "fetch"
        # Dify's protocol accepts arguments only as an object.
        arguments = request["arguments"] if isinstance(request["arguments"], dict) else {}
        answer = self._plugin(fetches=fetches).invoke(arguments, as_credentials(request["config"]))
        payload = read_off(answer, self._outputs)
        if fetches or not payload["ok"]:
            return payload
        accepted = {"url": payload["url"], "timeout_seconds": payload["word_count"]}
        return {"accepted": accepted if request["family"] == "arguments" else True}

    def _plugin(self, *, fetches: bool) -> Plugin:
        if fetches not in self._started:
            python = find_python()
            assert python, "there is no Python 3.12"
            plugin = Plugin(python, self._folder, **({} if fetches else STUBBED))
            self._started[fetches] = self._running.enter_context(plugin)
        return self._started[fetches]


def as_credentials(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return *config* as Dify stores it, with numbers, switches and lists as text."""
    return {key: _as_text(key, value) for key, value in config.items()}


def _as_text(key: str, value: Any) -> Any:
    if key == "allowed_hosts" and isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return ", ".join(value)
    if (key, type(value)) in {("max_bytes", int), ("allow_private_network", bool)}:
        return json.dumps(value)
    return value


def read_off(answer: Answer, outputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON after checking that each variable equals its JSON field, or is empty if that field is missing."""
    assert answer.error is None, answer.error
    assert answer.kinds == ["json", *["variable"] * len(outputs), "text"], answer.kinds
    payload = answer.payload
    told = {name: payload[name] for name in payload if payload[name] is not None}
    assert answer.variables == {**outputs, **told}, answer.variables
    return payload


@contextlib.contextmanager
def plugins() -> Iterator[Plugins]:
    """Unpack the plugin; on exit, stop every plugin process that was started."""
    with tempfile.TemporaryDirectory(prefix="page-stats-") as folder, contextlib.ExitStack() as running:
        package = artefacts.dify_package()
        package.unpack(Path(folder))
        yield Plugins(Path(folder), empty_outputs(package), running)


def main() -> None:
    with plugins() as asked:
        answer_requests(asked.answer)


if __name__ == "__main__":
    main()
