"""Dify's SDK, which starts a plugin as Dify's daemon does: the toy, and variants of it that lack something."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from comparison.engine.texts import NOTHING, code, untraced, without
from comparison.platforms.costs import TOYS
from harness.hosts.dify.plugin import ANSWER_SECONDS, Answer, Plugin, PluginError
from lib.locate.dify_sdk import NOT_HERE, find_python

TOY: Final = TOYS / "dify"
MORE: Final = TOYS / "more" / "dify.py"
PROMPT: Final = TOYS / "more" / "dify_prompt.py"
_FOLDERS: Final = re.compile(r"/(?:[^\s'/]+/)+")
VERSIONS: Final = "import importlib.metadata as m; print(m.version('dify_plugin'))"


def missing() -> str:
    """Return what is not there."""
    return "" if find_python() else NOT_HERE


def _asked(*arguments: str) -> str:
    done = subprocess.run([str(find_python()), *arguments], capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


def version() -> str:
    """Return the version that is run."""
    return f"dify_plugin {_asked('-c', VERSIONS)}"


@contextlib.contextmanager
def running() -> Iterator[Dify]:
    """Yield Dify with the toy."""
    with started({}) as toy:
        yield Dify(toy)


class Toy(Plugin):
    """A plugin that is named ``echo``; ``logged`` is what its SDK tells the daemon to log."""

    logged: list[str]

    def __init__(self, python: Path, folder: Path) -> None:
        self.folder = folder
        self.logged = []
        super().__init__(python, folder)

    def send_invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Call the tool without waiting."""
        return self.send("echo", parameters, credentials)

    def send(self, tool: str, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Call a tool of this name without waiting."""
        asked = {"action": "invoke_tool", "tool": tool, "tool_parameters": dict(parameters)}
        return self._send({**asked, "credentials": dict(credentials or {}), "credential_type": "api-key"})

    def first(self, session: str) -> dict[str, Any]:
        """Return the first thing that comes of a session, before it ends."""
        said = self._sessions[session].get(timeout=ANSWER_SECONDS)
        assert said
        return said

    def _send(self, data: Mapping[str, Any]) -> str:
        return super()._send({"provider": "echo", **data})

    def _take(self, line: str) -> None:
        with contextlib.suppress(ValueError):
            said = json.loads(line)
            if said.get("event") == "log":
                self.logged.append(str(said["data"]["message"]))
        super()._take(line)


@contextlib.contextmanager
def started(files: Mapping[str, str | None]) -> Iterator[Toy]:
    """Yield the toy, started with *files* in place of its own, or without those that are None."""
    with tempfile.TemporaryDirectory(prefix="toy-") as folder:
        shutil.copytree(TOY, folder, dirs_exist_ok=True)
        for name, text in files.items():
            path = Path(folder, name)
            path.unlink() if text is None else path.write_text(text, "utf-8")
        python = find_python()
        assert python
        with Toy(python, Path(folder)) as toy:
            yield toy


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call: what arrived there and what the daemon and the log got."""

    program: str
    log: str
    answer: Answer

    @property
    def returned(self) -> Any:
        """The JSON message, or None if there is none."""
        found = [each["message"]["json_object"] for each in self.answer.messages if each["type"] == "json"]
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Dify:
    """Dify's SDK, and the toy that it has started."""

    toy: Toy

    def call(self, arguments: Mapping[str, Any], toy: Toy | None = None) -> Called:
        """Call the tool of the toy, or of another."""
        plugin = toy or self.toy
        before = len(plugin.logged), plugin.errors()
        answer = plugin.invoke(arguments)
        logged = [*plugin.logged[before[0] :], *plugin.errors().removeprefix(before[1]).splitlines()]
        log = "; ".join(code(tidy(line, plugin)) for line in logged) or NOTHING
        return Called(told(answer, plugin), log, answer)

    def file(self, name: str) -> str:
        """Return the text of a file of the toy."""
        return (TOY / name).read_text("utf-8")

    def more(self) -> contextlib.AbstractContextManager[Toy]:
        """Return what yields the toy with another body, which does what its URL says."""
        return started({"tools/echo.py": MORE.read_text("utf-8")})

    def asked(self, program: str) -> str:
        """Return what a program prints where the SDK is."""
        return _asked("-c", program)

    def prompt(self) -> dict[str, Any]:
        """Return what a model is told of the toy's tool, as the SDK's ``AgentStrategy`` makes it."""
        made: dict[str, Any] = json.loads(_asked(str(PROMPT), str(TOY / "tools/echo.yaml")))
        return made


def start_of(files: Mapping[str, str | None]) -> str:
    """Return how a start of the toy with other files ends: ``starts``, or the error's last lines."""
    try:
        with started(files) as toy:
            return f"starts; called: {told(toy.invoke({'url': 'https://a.example/'}), toy)}"
    except PluginError as error:
        return f"does not start: {code(last_words(str(error)))}"


def last_words(stderr: str) -> str:
    """Return the exception at the end of a trace, with what it says, and without paths of this machine."""
    _, _, after = stderr.rpartition("\n  File ")
    lines = [line for line in after.splitlines()[1:] if line and not line.startswith("    ")]
    start = next((at for at, line in enumerate(lines) if not line.startswith(" ")), 0)
    first, *others = lines[start:]
    return _FOLDERS.sub("", f"{first} […]" if others else first)


def tidy(text: str, plugin: Toy) -> str:
    """Return *text* without what is of this run alone."""
    return without(untraced(text), {str(plugin.folder): "FOLDER"})


def told(answer: Answer, plugin: Toy) -> str:
    """Return what the daemon is told: the messages, and the error without the lines of its trace."""
    messages = [f"{code(message['type'])} {code(content(message))}" for message in answer.messages]
    if answer.error:
        error = dict(answer.error)
        trace = error["args"].get("traceback", "")
        error["args"] = {name: "[…]" if name == "traceback" else value for name, value in error["args"].items()}
        paths = ", the trace with paths of the server" if str(plugin.folder) in trace else ""
        messages.append(f"`error` {code(error)}{paths}")
    return "; ".join([*messages, "`end`"])


def content(message: Mapping[str, Any]) -> Any:
    """Return what a message says, without what the SDK wraps it in."""
    inner = message["message"]
    return inner["json_object"] if message["type"] == "json" else inner
