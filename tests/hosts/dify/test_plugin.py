"""The packed plugin in a fresh environment. The tests send it the same messages as Dify's daemon."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from harness.hosts.dify.environment import ARRIVING, CREDENTIALS, uv
from harness.hosts.dify.plugin import Plugin, PluginError
from harness.servers import Servers
from harness.waiting import SLACK_SECONDS

FAILURES = [
    ("no address", {}, "invalid_url"),
    ("{base}/ok", {"timeout_seconds": 0}, "invalid_parameter"),
    ("{internal}/ok", {}, "blocked_address"),
    ("{base}/never", {"timeout_seconds": 1}, "timeout"),
    ("{refused}", {}, "unreachable"),
    ("{base}/status/404", {}, "http_error"),
    ("{base}/pdf", {}, "unsupported_content_type"),
]
IDS = [code for *_, code in FAILURES]


def filled(url: str, servers: Servers) -> str:
    """Return *url* with the servers' addresses filled in."""
    for name in ("base", "internal", "refused"):
        url = url.replace(f"{{{name}}}", servers.places[name])
    return url


class TestEnvironment:
    def test_nothing_is_missing(self, fresh: Path) -> None:
        """The package's requirements are complete and compatible with each other."""
        assert "compatible" in uv(["pip", "check", "--python", str(fresh)])

    def test_broken(self, unpacked: Path) -> None:
        """If the SDK is missing, the plugin exits. Its last line of output, which Dify shows, states the cause."""
        done = subprocess.run([sys.executable, "-m", "main"], cwd=unpacked, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr == (
            "page_stats failed to start: No module named 'dify_plugin'. "
            "Install requirements.txt with Python 3.12 or later.\n"
        )


class TestManifest:
    def test_loaded(self, plugin: Plugin, unpacked: Path) -> None:
        """The SDK's first message is the manifest, with the same values as in manifest.yaml."""
        stated = yaml.safe_load((unpacked / "manifest.yaml").read_text("utf-8"))
        assert stated["plugins"]["tools"] == plugin.manifest["plugins"]["tools"]
        same = ("name", "version", "author", "label", "description", "icon", "icon_dark", "repo")
        assert {key: plugin.manifest[key] for key in same} == {key: stated[key] for key in same}


class TestCredentials:
    @pytest.mark.parametrize("credentials", [{}, CREDENTIALS, {"user_agent": "bot/1.0", "max_bytes": "5", "proxy": ""}])
    def test_good(self, credentials: dict[str, Any], plugin: Plugin) -> None:
        """Valid credentials and empty credentials are accepted."""
        answer = plugin.validate(credentials)
        assert (answer.messages, answer.error) == (({"result": True},), None)

    def test_bad(self, plugin: Plugin) -> None:
        """The error for an invalid credential contains its name in four languages, but not its value."""
        error = plugin.validate({"proxy": "socks5://me:hunter2@proxy.corp:1080"}).error
        assert error
        assert error["error_type"] == "ToolProviderCredentialValidationError"
        assert ["proxy" in line for line in error["message"].split("\n")] == [True] * 4
        assert "hunter2" not in json.dumps(error)

    def test_wrong_at_the_call(self, plugin: Plugin, base: str) -> None:
        """A call with invalid credentials fails, even if Dify did not validate the credentials before."""
        payload = plugin.invoke({"url": f"{base}/ok"}, {"max_bytes": "many"}).payload
        assert (payload["error_code"], payload["parameter"]) == ("invalid_parameter", "max_bytes")


class TestCall:
    @pytest.mark.smoke
    def test_page(self, plugin: Plugin, base: str) -> None:
        """The result for a page is sent as one JSON message, as variables and as one line of text."""
        answer = plugin.invoke({"url": f"{base}/ok"}, CREDENTIALS)
        assert (answer.payload["title"], answer.payload["word_count"]) == ("Low water", 4)
        assert (answer.variables["title"], answer.variables["error_code"]) == ("Low water", "")
        assert answer.text == "Low water (4 words, 0 in links)"

    @pytest.mark.parametrize(("url", "others", "code"), FAILURES, ids=IDS)
    def test_failure(self, url: str, others: dict[str, Any], code: str, plugin: Plugin, servers: Servers) -> None:
        """A failure is sent in the same way as a result: as one JSON message, as variables and as one line of text."""
        answer = plugin.invoke({"url": filled(url, servers), **others}, CREDENTIALS)
        assert (answer.error, answer.payload["error_code"], answer.variables["error_code"]) == (None, code, code)
        assert answer.text == f"{code}: {answer.payload['message']}"

    @pytest.mark.parametrize(("url", "others", "code"), FAILURES, ids=IDS)
    def test_raised(self, url: str, others: dict[str, Any], code: str, plugin: Plugin, servers: Servers) -> None:
        """If on_failure=raise, a failure is sent as an error without other messages, so that Dify's node fails."""
        parameters = {"url": filled(url, servers), **others}
        message = plugin.invoke(parameters, CREDENTIALS).text
        answer = plugin.invoke({**parameters, "on_failure": "raise"}, CREDENTIALS)
        assert answer.messages == ()
        assert answer.error
        assert (answer.error["error_type"], answer.error["message"]) == ("PageStatsToolError", message)
        assert "During handling" not in answer.error["args"]["traceback"]

    @pytest.mark.parametrize(("value", "right"), ARRIVING)
    def test_what_arrives(self, value: object, right: bool, plugin: Plugin, base: str) -> None:
        """A value of timeout_seconds is accepted if the contract allows it. Otherwise the error names the parameter."""
        payload = plugin.invoke({"url": f"{base}/ok", "timeout_seconds": value}, CREDENTIALS).payload
        assert (payload["ok"], payload.get("parameter")) == (right, None if right else "timeout_seconds")

    def test_page_after_raise(self, plugin: Plugin, base: str) -> None:
        """A successful call returns the usual answer even if on_failure=raise."""
        assert plugin.invoke({"url": f"{base}/ok", "on_failure": "raise"}, CREDENTIALS).payload["ok"] is True

    def test_unknown(self, plugin: Plugin) -> None:
        """The SDK rejects an unknown tool or provider, and the plugin keeps running."""
        for unknown in ({"tool": "other"}, {"provider": "other"}):
            asked = {"action": "invoke_tool", "tool": "page_stats", "tool_parameters": {}, "credentials": {}}
            assert plugin.collect(plugin._send({**asked, **unknown})).error
        assert plugin.invoke({"url": "no address"}).payload["error_code"] == "invalid_url"

    def test_garbage(self, start: Callable[[], Plugin]) -> None:
        """The SDK rejects a line that is not JSON. A valid line of four megabytes is answered like any other."""
        with start() as plugin:
            plugin.write_line("garbage")
            payload = plugin.invoke({"url": f"http://a/{'a' * 4_000_000}"}).payload
            assert payload["message"].startswith("url must be at most 8,000 bytes")
            assert ["error" in line for line in plugin.stray] == [True]


class TestMany:
    def test_fifty_that_wait(self, plugin: Plugin, base: str) -> None:
        """Fifty concurrent calls to a server that never answers all end at their deadline."""
        began = time.monotonic()
        sessions = [plugin.send_invoke({"url": f"{base}/never", "timeout_seconds": 3}, CREDENTIALS) for _ in range(50)]
        codes = {plugin.collect(session).payload["error_code"] for session in sessions}
        assert codes == {"timeout"}
        assert time.monotonic() - began < 3 + SLACK_SECONDS

    @pytest.mark.slow
    def test_no_growth(self, start: Callable[[], Plugin], base: str) -> None:
        """Two hundred calls leak no memory, file descriptors or threads."""
        with start() as plugin:
            process = psutil.Process(plugin.pid)
            for _ in range(50):
                plugin.invoke({"url": f"{base}/ok"}, CREDENTIALS)
            before = process.memory_info().rss, process.num_fds(), process.num_threads()
            for _ in range(200):
                plugin.invoke({"url": f"{base}/ok"}, CREDENTIALS)
            after = process.memory_info().rss, process.num_fds(), process.num_threads()
        assert after[0] - before[0] < 4_000_000
        assert after[1:] <= (before[1] + 2, before[2] + 2)

    def test_killed(self, start: Callable[[], Plugin], base: str) -> None:
        """After the plugin was killed during a call, it can be started again and answers calls."""
        with start() as plugin:
            session = plugin.send_invoke({"url": f"{base}/never", "timeout_seconds": 30}, CREDENTIALS)
            psutil.Process(plugin.pid).kill()
            with pytest.raises(PluginError, match="ended"):
                plugin.collect(session)
        with start() as plugin:
            assert plugin.invoke({"url": f"{base}/ok"}, CREDENTIALS).payload["ok"] is True


class TestLowest:
    @pytest.fixture(scope="class")
    @staticmethod
    def plugin(lowest_sdk: Path, unpacked: Path) -> Any:
        """Yield the plugin, run by the oldest supported SDK."""
        with Plugin(lowest_sdk, unpacked) as running:
            yield running

    def test_page(self, plugin: Plugin, base: str) -> None:
        """The oldest SDK sends a page's result as one JSON message, as variables and as one line of text."""
        answer = plugin.invoke({"url": f"{base}/ok"}, CREDENTIALS)
        assert answer.payload["title"] == answer.variables["title"] == "Low water"

    def test_raised(self, plugin: Plugin) -> None:
        """A failure is raised as an error if on_failure=raise."""
        error = plugin.invoke({"url": "no address", "on_failure": "raise"}).error
        assert error
        assert error["error_type"] == "PageStatsToolError"

    def test_credentials(self, plugin: Plugin) -> None:
        """If a credential is invalid, the error names the credential."""
        error = plugin.validate({"max_bytes": "many"}).error
        assert error
        assert "max_bytes" in error["message"]
