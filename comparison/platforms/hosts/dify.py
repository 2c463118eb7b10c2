"""Dify's SDK, which runs the toy and variants of the toy as plugins, started as Dify's daemon starts plugins."""

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
    return "" if find_python() else NOT_HERE


def _run_python(*arguments: str) -> str:
    done = subprocess.run([str(find_python()), *arguments], capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


def version() -> str:
    return f"dify_plugin {_run_python('-c', VERSIONS)}"


@contextlib.contextmanager
def running() -> Iterator[Dify]:
    with started({}) as toy:
        yield Dify(toy)


class Toy(Plugin):
    """The plugin ``echo``. ``logged`` collects the messages that the plugin's SDK sends to the daemon's log."""

    logged: list[str]

    def __init__(self, python: Path, folder: Path) -> None:
        self.folder = folder
        self.logged = []
        super().__init__(python, folder)

    def send_invoke(self, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Call the tool without waiting; return the session."""
        return self.send("echo", parameters, credentials)

    def send(self, tool: str, parameters: Mapping[str, Any], credentials: Mapping[str, Any] | None = None) -> str:
        """Call the tool named *tool* without waiting; return the session."""
        call = {"action": "invoke_tool", "tool": tool, "tool_parameters": dict(parameters)}
        return self._send({**call, "credentials": dict(credentials or {}), "credential_type": "api-key"})

    def first(self, session: str) -> dict[str, Any]:
        """Return the first event of a session, without waiting for the session to end."""
        event = self._sessions[session].get(timeout=ANSWER_SECONDS)
        assert event
        return event

    def _send(self, data: Mapping[str, Any]) -> str:
        return super()._send({"provider": "echo", **data})

    def _take(self, line: str) -> None:
        with contextlib.suppress(ValueError):
            event = json.loads(line)
            if event.get("event") == "log":
                self.logged.append(str(event["data"]["message"]))
        super()._take(line)


@contextlib.contextmanager
def started(files: Mapping[str, str | None]) -> Iterator[Toy]:
    """Start the toy with *files* replaced. A file whose text is None is deleted."""
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
    """The result of a call. *program* is what the daemon received and *log* what its log received, as Markdown."""

    program: str
    log: str
    answer: Answer

    @property
    def returned(self) -> Any:
        """The first JSON message, or None."""
        found = [each["message"]["json_object"] for each in self.answer.messages if each["type"] == "json"]
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Dify:
    toy: Toy

    def call(self, arguments: Mapping[str, Any], toy: Toy | None = None) -> Called:
        """Call the tool of *toy*, which is the unchanged toy by default."""
        plugin = toy or self.toy
        before = len(plugin.logged), plugin.errors()
        answer = plugin.invoke(arguments)
        logged = [*plugin.logged[before[0] :], *plugin.errors().removeprefix(before[1]).splitlines()]
        log = "; ".join(code(tidy(line, plugin)) for line in logged) or NOTHING
        return Called(describe(answer, plugin), log, answer)

    def file(self, name: str) -> str:
        return (TOY / name).read_text("utf-8")

    def more(self) -> contextlib.AbstractContextManager[Toy]:
        """Start the toy with another body, which acts on the URL argument of the call."""
        return started({"tools/echo.py": MORE.read_text("utf-8")})

    def run_python(self, program: str) -> str:
        """Run *program* in the environment of the SDK and return its output."""
        return _run_python("-c", program)

    def prompt(self) -> dict[str, Any]:
        """Return the toy's description, as the SDK's ``AgentStrategy`` makes it for a model."""
        made: dict[str, Any] = json.loads(_run_python(str(PROMPT), str(TOY / "tools/echo.yaml")))
        return made


def start_of(files: Mapping[str, str | None]) -> str:
    """Start the toy with *files* replaced; describe the plugin's answer to a call, or the error."""
    try:
        with started(files) as toy:
            return f"starts; called: {describe(toy.invoke({'url': 'https://a.example/'}), toy)}"
    except PluginError as error:
        return f"does not start: {code(last_words(str(error)))}"


def last_words(stderr: str) -> str:
    """Return the exception at the end of a traceback, without paths of this machine."""
    _, _, after = stderr.rpartition("\n  File ")
    lines = [line for line in after.splitlines()[1:] if line and not line.startswith("    ")]
    start = next((at for at, line in enumerate(lines) if not line.startswith(" ")), 0)
    first, *others = lines[start:]
    return _FOLDERS.sub("", f"{first} […]" if others else first)


def tidy(text: str, plugin: Toy) -> str:
    """Remove the parts of a text that differ from run to run."""
    return without(untraced(text), {str(plugin.folder): "FOLDER"})


def describe(answer: Answer, plugin: Toy) -> str:
    """Return the messages, and the error without its traceback, as Markdown."""
    messages = [f"{code(message['type'])} {code(content(message))}" for message in answer.messages]
    if answer.error:
        error = dict(answer.error)
        trace = error["args"].get("traceback", "")
        error["args"] = {name: "[…]" if name == "traceback" else value for name, value in error["args"].items()}
        paths = ", the trace with paths of the server" if str(plugin.folder) in trace else ""
        messages.append(f"`error` {code(error)}{paths}")
    return "; ".join([*messages, "`end`"])


def content(message: Mapping[str, Any]) -> Any:
    """Unwrap the content of a message."""
    inner = message["message"]
    return inner["json_object"] if message["type"] == "json" else inner
