"""An OpenClaw Gateway with the toys installed, called by agents (with and without Tool Search) and over HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from comparison.engine.texts import NOTHING, code
from comparison.platforms.costs import TOYS
from harness.hosts.openclaw.host import NOT_INSTALLED, PACKAGE, PROGRAMS, TOKEN, Host, pack
from harness.hosts.openclaw.model import Model
from harness.waiting import eventually

TOY: Final = TOYS / "openclaw"
MORE: Final = TOYS / "more" / "openclaw"
SDK: Final = PACKAGE / "node_modules" / "openclaw"

# The other toys, and the tools that their manifests name.
OTHERS: Final[Mapping[str, tuple[str, ...]]] = {
    "more": (
        *("more_result", "more_output", "more_meet", "more_wait", "more_told"),
        *("more_fail", "more_tell", "more_optional", "more_owner", "more_network", "more_claims"),
    ),
    "registered": ("registered_declared", "registered_unmade"),
    "twin": ("echo",),
}
ALLOWED: Final = [*OTHERS["more"], "echo", "registered_declared", "registered_undeclared"]
SETTLED_SECONDS: Final = 0.4
PATIENCE_SECONDS: Final = 30.0


def missing() -> str:
    return "" if (PROGRAMS / "openclaw").exists() else NOT_INSTALLED


def version() -> str:
    return f"openclaw {json.loads((SDK / 'package.json').read_text('utf-8'))['version']}"


@contextlib.contextmanager
def running() -> Iterator[OpenClaw]:
    """Start a Gateway with the toys."""
    with tempfile.TemporaryDirectory(prefix="toys-") as name, Calling() as model:
        folder = Path(name)
        host = Host(folder / "host", model.base)
        put_toys(folder / "plugins")
        claw = OpenClaw(host, model, folder)
        claw.configure(lambda settings: settings.update(plugins=loaded(folder / "plugins")))
        claw.configure(lambda settings: settings["tools"].update(alsoAllow=ALLOWED))
        try:
            host.start()
            yield claw
        finally:
            host.stop()


def put_toys(folder: Path) -> None:
    """Write every toy to *folder* as a plugin."""
    put_toy(TOY, folder / "echo")
    put_stale(folder / "stale")
    manifest = json.loads((TOY / "openclaw.plugin.json").read_text("utf-8"))
    for name, tools in OTHERS.items():
        put_toy(MORE / name, folder / name)
        shutil.copy(TOY / "package.json", folder / name)
        closed = {"type": "object", "properties": {}, "additionalProperties": False}
        written = manifest | {"id": name, "contracts": {"tools": tools}, "configSchema": closed}
        if name == "more":
            written["toolMetadata"] = {
                "more_optional": {"optional": True},
                "more_tell": {"profiles": ["coding", "full"]},
            }
        (folder / name / "openclaw.plugin.json").write_text(json.dumps(written), "utf-8")


def put_stale(folder: Path) -> None:
    """Write the toy with a manifest that names the wrong tool."""
    put_toy(TOY, folder)
    manifest = json.loads((folder / "openclaw.plugin.json").read_text("utf-8"))
    (folder / "openclaw.plugin.json").write_text(json.dumps(manifest | {"contracts": {"tools": ["other"]}}), "utf-8")


def put_toy(source: Path, folder: Path) -> None:
    """Copy a toy, and link the SDK into it."""
    shutil.copytree(source, folder)
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "openclaw").symlink_to(SDK)


def loaded(folder: Path) -> dict[str, Any]:
    """Return the settings that load the toys."""
    names = ("echo", *OTHERS)
    return {
        "load": {"paths": [str(folder / name) for name in names]},
        "entries": {name: {"enabled": True} for name in names},
    }


class Calling(Model):
    """A scripted model that makes a call ``times`` times in one message. ``made`` counts the messages with calls."""

    times = 1
    made = 0

    def answer(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """Return the answer to *request*, and the answer's finish reason."""
        message, reason = super().answer(request)
        if calls := message.get("tool_calls"):
            (call,) = calls
            self.made += 1
            message["tool_calls"] = [call | {"index": at, "id": f"{call['id']}_{at}"} for at in range(self.times)]
        return message, reason


@dataclass(frozen=True, slots=True)
class Called:
    """The result of a call: HTTP status and answer, the tool results that the model received, and the log."""

    status: int
    received: tuple[str, ...]
    answer: Any
    log: str

    @property
    def model(self) -> str:
        return "; ".join(map(code, self.received)) or f"{NOTHING}: the run has ended"

    @property
    def program(self) -> str:
        """The Gateway's answer, without the parts that differ from run to run."""
        if "choices" in self.answer:
            return f"HTTP {self.status}, the agent's last words alone"
        return f"HTTP {self.status}, {code(self.answer)}"


@dataclass(frozen=True, slots=True)
class OpenClaw:
    host: Host
    model: Calling
    folder: Path

    def agent(self, arguments: Mapping[str, Any], tool: str = "echo", times: int = 1) -> Called:
        """Run an agent whose model calls a tool, *times* times in one message."""
        self.model.next_call = (tool, json.dumps(arguments))
        self.model.times = times
        self.model.results.clear()
        before = self._size()
        status, answer = self.host.ask()

        def since() -> list[tuple[str, str]]:
            return self.entries(before)

        self._wait(lambda: any("ended with stopReason" in text or "completion failed" in text for _, text in since()))
        return Called(status, tuple(self.model.results), answer, relevant(since()))

    def http(self, arguments: Mapping[str, Any], tool: str = "echo") -> Called:
        """Call a tool over HTTP, without an agent."""
        before = self._size()
        call = json.dumps({"tool": tool, "args": arguments})
        status, answer = self.host.post("/tools/invoke", call, PATIENCE_SECONDS)
        time.sleep(SETTLED_SECONDS)  # the log is written after the answer
        return Called(status, (), answer, relevant(self.entries(before)))

    def configure(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Change the configuration file, which a running Gateway watches."""
        path = self.host.environment["OPENCLAW_CONFIG_PATH"]
        settings = json.loads(Path(path).read_text("utf-8"))
        change(settings)
        Path(path).write_text(json.dumps(settings, indent=2), "utf-8")

    def reconfigure(self, change: Callable[[dict[str, Any]], None]) -> str:
        """Change the configuration, and return the Gateway's log message about it."""
        before = self._size()

        def logged() -> list[str]:
            return [text for _, text in self.entries(before) if text.startswith("config ")]

        self.configure(change)
        self._wait(lambda: any("applied" in text or "skipped" in text for text in logged()))
        return logged()[-1]

    def listed(self) -> set[str]:
        """Return the names of the tools that a model receives."""
        self.agent({"url": "https://a.example/"}, "more_told")
        return {tool["name"] for tool in self.model.tools}

    def openclaw_search(self) -> None:
        """Switch to Tool Search, which is OpenClaw's default."""
        self.reconfigure(lambda settings: settings["tools"].pop("toolSearch"))

    def start_messages(self, words: str) -> list[str]:
        """Return the Gateway's start messages that contain *words*, without the Gateway's folders."""
        lines = (self.folder / "host" / "gateway.out").read_text("utf-8").splitlines()
        messages = (line.partition("] ")[2].partition(" (plugin=")[0] for line in lines if words in line)
        return [code(text) for text in dict.fromkeys(messages)]

    def refused_without_manifest(self) -> str:
        """Validate a plugin that has no manifest."""
        folder = self.folder / "plugins" / "bare"
        put_toy(TOY, folder)
        (folder / "openclaw.plugin.json").unlink()
        return self.validated("bare")

    def validated(self, name: str) -> str:
        """Run ``openclaw plugins validate`` on a plugin and describe the outcome."""
        folder = self.folder / "plugins" / name
        done = self.command("plugins", "validate", "--root", str(folder), "--entry", "./index.js")
        output = (done.stderr.strip() or done.stdout.strip()).replace(str(folder), "FOLDER")
        return f"`openclaw plugins validate` ends with {done.returncode}: {code(output)}"

    def install(self, *options: str) -> str:
        """Install the packed toy into a new home folder and describe the outcome."""
        folder = self.folder / f"installing{len(options)}"
        tarball = pack(TOY, folder / "packed")
        done = Host(folder / "host", self.model.base).run("plugins", "install", f"npm-pack:{tarball}", *options)
        lines = [line for line in (done.stdout + done.stderr).splitlines() if " " in line.strip()]
        return f"`openclaw plugins install` ends with {done.returncode}: {code(lines[-1].strip())}"

    def hang_up(self) -> str:
        """Close the HTTP connection while a tool runs; return the reason in the tool's ``AbortSignal``, if any."""
        self.model.next_call, self.model.times, before = ("more_wait", '{"url": "wait"}'), 1, self.model.made
        connection = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=PATIENCE_SECONDS)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        turn = {"model": "openclaw/main", "messages": [{"role": "user", "content": "How long is it?"}]}
        connection.request("POST", "/v1/chat/completions", json.dumps(turn), headers)
        self._wait(lambda: self.model.made > before and self.noted()["waits"] > 0)
        connection.close()
        with contextlib.suppress(TimeoutError):
            self._wait(lambda: self.noted()["aborted"] is not None)
        return self.noted()["aborted"] or ""

    def noted(self) -> dict[str, Any]:
        """Return the toy's record of calls by agents. Calls over HTTP go to another instance of the toy."""
        noted: dict[str, Any] = json.loads(self.agent({"url": "told"}, "more_told").received[0])
        return noted

    def entries(self, before: int) -> list[tuple[str, str]]:
        """Return the level and message of each log entry after the first *before* bytes of the log."""
        with self.host.log.open(encoding="utf-8") as log:
            log.seek(before)
            lines = [json.loads(line) for line in log if line.endswith("\n")]
        return [(line["_meta"]["logLevelName"], str(line.get("message", ""))) for line in lines]

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.host.run(*arguments)

    def _size(self) -> int:
        return self.host.log.stat().st_size if self.host.log.exists() else 0

    def _wait(self, true: Callable[[], bool]) -> None:
        if not eventually(true, PATIENCE_SECONDS, 0.05):
            raise TimeoutError("the Gateway does not do what is waited for")


def relevant(entries: list[tuple[str, str]]) -> str:
    """Return the log entries about tool calls, without the entries about the Gateway itself."""
    lines = [
        f"{level} {code(text)}"
        for level, text in entries
        if level in {"WARN", "ERROR"} and ("failed" in text or "agent end" in text) and "SQLite" not in text
    ]
    return "; ".join(lines) or NOTHING
