"""A real OpenClaw with its own home folder: its command line and its Gateway."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any, Final

from harness.ports import free_port
from harness.waiting import eventually
from lib.locate.nodejs import environment, find_node
from lib.repository import ROOT

PACKAGE: Final = ROOT / "packages/openclaw-page-stats"
PROGRAMS: Final = PACKAGE / "node_modules/.bin"
NOT_INSTALLED: Final = "openclaw: `hatch run node:install` has not been run"
LOOPBACK: Final = Path(__file__).with_name("loopback.cjs")

READY_SECONDS: Final = 240.0
COMMAND_SECONDS: Final = 240.0
TURN_SECONDS: Final = 90.0
TOKEN: Final = "for-tests-only"  # of a Gateway that only runs for these tests, on localhost

QUIET: Final = {
    "CI": "1",
    "NO_COLOR": "1",
    "DO_NOT_TRACK": "1",
    "CLAWHUB_DISABLE_TELEMETRY": "1",
    "OPENCLAW_CLAWHUB_URL": "http://127.0.0.1:9",
    "OPENCLAW_DISABLE_BONJOUR": "1",
    "OPENCLAW_DISABLE_BUNDLED_PLUGINS": "1",
    "OPENCLAW_HIDE_BANNER": "1",
    "OPENCLAW_NO_AUTO_UPDATE": "1",
    "OPENCLAW_OFFLINE": "1",
    "OPENCLAW_SKIP_BROWSER_CONTROL_SERVER": "1",
    "OPENCLAW_SKIP_CANVAS_HOST": "1",
    "OPENCLAW_SKIP_CHANNELS": "1",
    "OPENCLAW_SKIP_CRON": "1",
}


def node_environment() -> dict[str, str]:
    """Return an environment whose PATH begins with the required Node, followed by the package's programs."""
    node = find_node()
    assert node, "Node is needed"
    variables = environment(node)
    path = [str(node.parent), str(PROGRAMS), variables["PATH"]]
    return variables | {"PATH": os.pathsep.join(path)}


def pack(folder: Path, into: Path) -> Path:
    """Pack the built plugin in *folder* into a new folder and return the tarball."""
    into.mkdir(parents=True)
    command = ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", str(into)]
    subprocess.run(command, cwd=folder, env=node_environment(), check=True, stdout=subprocess.DEVNULL)
    (tarball,) = into.iterdir()
    return tarball


class Host:
    """OpenClaw in *folder*; *model* is the URL of the model that it uses."""

    def __init__(self, folder: Path, model: str) -> None:
        self._folder = folder
        self._sessions = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self.port = free_port()
        for name in ("home", "state", "temporary"):
            (folder / name).mkdir(parents=True)
        self._config = folder / "openclaw.json"
        self._config.write_text(json.dumps(self._settings(model), indent=2))
        self.environment = node_environment() | QUIET | self._places()

    def confine(self, *, registry: str, proxy: str) -> None:
        """Restrict OpenClaw to loopback. npm uses *registry*, and requests to all but 127.0.0.1 use *proxy*."""
        (self._folder / "home/.npmrc").write_text(f"registry={registry}\n")
        variables = {name: value for name, value in self.environment.items() if not name.lower().startswith("npm_")}
        self.environment = variables | {
            "NODE_OPTIONS": f"--require={LOOPBACK}",
            "LOOPBACK_TRIED": str(self._tried),
            "http_proxy": proxy,
            "https_proxy": proxy,
            "no_proxy": "127.0.0.1",
        }

    def _places(self) -> dict[str, str]:
        return {
            "HOME": str(self._folder / "home"),
            "TMPDIR": str(self._folder / "temporary"),
            "OPENCLAW_CONFIG_PATH": str(self._config),
            "OPENCLAW_GATEWAY_TOKEN": TOKEN,
            "OPENCLAW_STATE_DIR": str(self.state),
        }

    def _settings(self, model: str) -> dict[str, Any]:
        """Return a minimal configuration of a Gateway that only contacts *model*."""
        scripted = {
            "id": "scripted",
            "name": "Scripted",
            "reasoning": False,
            "input": ["text"],
            "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
            "contextWindow": 128_000,
            "maxTokens": 4096,
        }
        provider = {"baseUrl": model, "apiKey": "none", "api": "openai-completions", "models": [scripted]}
        return {
            "gateway": {
                "mode": "local",
                "port": self.port,
                "bind": "loopback",
                "auth": {"mode": "token", "token": TOKEN},
                "controlUi": {"enabled": False},
                "http": {"endpoints": {"chatCompletions": {"enabled": True}}},
            },
            "logging": {"file": str(self.log), "level": "info"},
            "update": {"checkOnStart": False},
            "telemetry": {"enabled": False},
            "cron": {"enabled": False},
            "discovery": {"mdns": {"mode": "off"}},
            "browser": {"enabled": False},
            "skills": {"allowBundled": []},
            "agents": {
                "defaults": {
                    "workspace": str(self.state / "workspace"),
                    "skipBootstrap": True,
                    "model": {"primary": "tests/scripted"},
                    "models": {"tests/scripted": {}},
                }
            },
            "models": {"mode": "merge", "catalogRefresh": {"enabled": False}, "providers": {"tests": provider}},
            "tools": {"profile": "coding", "toolSearch": False},
        }

    @property
    def state(self) -> Path:
        return self._folder / "state"

    @property
    def log(self) -> Path:
        return self._folder / "openclaw.log"

    @property
    def _tried(self) -> Path:
        return self._folder / "tried"

    def tried(self) -> set[str]:
        """Return the hosts and addresses that were blocked because they are not on loopback."""
        return set(self._tried.read_text("utf-8").split()) if self._tried.exists() else set()

    def logged(self) -> str:
        """Return the Gateway's log and output."""
        output = self._folder / "gateway.out"
        return "".join(path.read_text("utf-8", "replace") for path in (self.log, output) if path.exists())

    def remembered(self) -> list[dict[str, Any]]:
        """Return the entries of the agent's transcript that are about direct calls of the tool."""
        database = self.state / "agents/main/agent/openclaw-agent.sqlite"
        with contextlib.closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as transcripts:
            rows = transcripts.execute(
                "SELECT event_json FROM transcript_events WHERE event_json IS NOT NULL"
            ).fetchall()
        messages = [json.loads(event).get("message", {}) for (event,) in rows]
        return [message for message in messages if message.get("toolName") == "page_stats"]

    # -- the command line

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``openclaw`` with *arguments* and return its output and exit code."""
        return subprocess.run(
            ["openclaw", *arguments],
            cwd=self._folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )

    def do(self, *arguments: str) -> str:
        """Run ``openclaw`` with *arguments*, which must succeed, and return its output."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, tarball: Path) -> str:
        """Install the plugin, and accept the capabilities that it asks for."""
        return self.do("plugins", "install", f"npm-pack:{tarball}", "--force", "--accept-capabilities")

    def inspect(self) -> dict[str, Any]:
        """Return OpenClaw's report on the loaded plugin."""
        report: dict[str, Any] = json.loads(self.do("plugins", "inspect", "page-stats", "--runtime", "--json"))
        return report

    def set(self, key: str, value: Any) -> None:
        self.do("config", "set", key, json.dumps(value), "--strict-json")

    # -- the Gateway

    def start(self) -> None:
        """Start the Gateway and wait until it is ready."""
        self._output = (self._folder / "gateway.out").open("wb")
        self._process = subprocess.Popen(
            ["openclaw", "gateway", "run", "--port", str(self.port), "--bind", "loopback", "--auth", "token"],
            cwd=self._folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        running = self._process
        assert eventually(lambda: running.poll() is not None or self._is_ready(), READY_SECONDS, 0.2), self.logged()
        assert running.poll() is None, self.logged()

    def stop(self) -> None:
        """Stop the Gateway if it is running."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGTERM)
            try:
                self._process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
            self._process = None
        if self._output:
            self._output.close()

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=2) as answer:
                return json.load(answer).get("ready") is True
        except (OSError, ValueError):
            return False

    def post(self, path: str, body: str, seconds: float = TURN_SECONDS) -> tuple[int, Any]:
        """Post JSON to the Gateway and return the status and the decoded answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            data=body.encode(),
            headers={
                "Authorization": f"Bearer {TOKEN}",
                "Content-Type": "application/json",
                "X-OpenClaw-Session-Key": f"agent:main:tests-{next(self._sessions)}",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def ask(self, seconds: float = TURN_SECONDS) -> tuple[int, Any]:
        """Run an agent once. ``Model.next_call`` decides which tool the agent calls."""
        turn = {"model": "openclaw/main", "messages": [{"role": "user", "content": "How long is it?"}]}
        return self.post("/v1/chat/completions", json.dumps(turn), seconds)

    def invoke(self, arguments: str, seconds: float = TURN_SECONDS) -> dict[str, Any]:
        """Call the tool with JSON arguments and without an agent; return the decoded answer."""
        status, answer = self.post("/tools/invoke", f'{{"tool": "page_stats", "args": {arguments}}}', seconds)
        assert status == 200, answer
        result = answer["result"]
        assert json.loads(result["content"][0]["text"]) == result["details"]
        details: dict[str, Any] = result["details"]
        return details
