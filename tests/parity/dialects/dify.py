"""The Dify plugin as a dialect: the package that the sources make, started by the real SDK.

What a workflow gets in variables is held to be what the JSON says before that is told.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests", "tools", "packages/dify_page_stats")]

import artefacts  # noqa: E402
from adapter.texts import OUTPUTS  # noqa: E402
from dify_sdk import find_python  # noqa: E402
from hosts.dify.plugin import COMMAND, Answer, Plugin  # noqa: E402
from parity.dialects.answering import Request, answer_requests  # noqa: E402

ACCEPTING: Final = (str(Path(__file__).with_name("dify_accepting.py")),)


class Plugins:
    """The plugin as it is and with the network left out, each started when first asked."""

    def __init__(self, folder: Path, running: contextlib.ExitStack) -> None:
        self._folder = folder
        self._running = running
        self._started: dict[bool, Plugin] = {}

    def answer(self, request: Request) -> Any:
        """Return the result of *request*."""
        fetches = request["family"] == "fetch"
        # Dify's protocol has room for an object alone.
        arguments = request["arguments"] if isinstance(request["arguments"], dict) else {}
        payload = read_off(self._plugin(fetches=fetches).invoke(arguments, as_credentials(request["config"])))
        if fetches or not payload["ok"]:
            return payload
        accepted = {"url": payload["url"], "timeout_seconds": payload["word_count"]}
        return {"accepted": accepted if request["family"] == "arguments" else True}

    def _plugin(self, *, fetches: bool) -> Plugin:
        if fetches not in self._started:
            python = find_python()
            assert python, "there is no Python 3.12"
            plugin = Plugin(python, self._folder, command=COMMAND if fetches else ACCEPTING)
            self._started[fetches] = self._running.enter_context(plugin)
        return self._started[fetches]


def as_credentials(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return *config* as Dify keeps it: numbers, switches and lists are text there."""
    return {key: _as_text(key, value) for key, value in config.items()}


def _as_text(key: str, value: Any) -> Any:
    if key == "allowed_hosts" and isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return ", ".join(value)
    if (key, type(value)) in {("max_bytes", int), ("allow_private_network", bool)}:
        return json.dumps(value)
    return value


def read_off(answer: Answer) -> dict[str, Any]:
    """Return what an agent gets; a workflow gets the same, and where it does not apply, what is empty."""
    assert answer.error is None, answer.error
    assert answer.kinds == ["json", *["variable"] * len(OUTPUTS), "text"], answer.kinds
    payload = answer.payload
    told = {name: payload[name] for name in payload if payload[name] is not None}
    assert answer.variables == {**OUTPUTS, **told}, answer.variables
    return payload


@contextlib.contextmanager
def plugins() -> Iterator[Plugins]:
    """Yield the plugins, unpacked."""
    with tempfile.TemporaryDirectory(prefix="page-stats-") as folder, contextlib.ExitStack() as running:
        artefacts.dify_package().unpack(Path(folder))
        yield Plugins(Path(folder), running)


def main() -> None:
    """Answer requests until there are no more."""
    with plugins() as asked:
        answer_requests(asked.answer)


if __name__ == "__main__":
    main()
