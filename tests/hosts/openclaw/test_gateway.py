"""The tool in OpenClaw's server, the Gateway, called by an agent, by an agent with tool search, and over HTTP.

These tests share one Gateway and run in order. Each test relies on the network policy that earlier tests have set.
"""

from __future__ import annotations

import json
import time
import urllib.error
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from harness.hosts.openclaw import arguments
from harness.hosts.openclaw.host import Host
from harness.hosts.openclaw.model import Model
from harness.servers import PUBLIC, Servers
from harness.servers.listener import Listener
from harness.servers.silent import Silent
from harness.waiting import eventually

POLICY = "tools.web.fetch.ssrfPolicy"
NOWHERE = "nowhere.invalid"
UNTIL_SECONDS = 60.0

# The Gateway starts only once, which may take minutes on a busy machine.
pytestmark = pytest.mark.timeout(600)

FAILURES: Mapping[str, dict[str, Any]] = {
    "ftp://127.0.0.2/": {"error_code": "invalid_url"},
    "http://169.254.169.254/": {"error_code": "blocked_address"},
    "{base}/redirect/to-loopback": {"error_code": "blocked_address"},
    "{base}/status/404": {"error_code": "http_error", "status": 404},
    "{base}/status/503": {"error_code": "http_error", "status": 503, "retryable": True},
    "{base}/pdf": {"error_code": "unsupported_content_type", "content_type": "application/pdf"},
    "{base}/never": {"error_code": "timeout", "timeout_seconds": 1, "retryable": True},
    f"http://{NOWHERE}/": {"error_code": "unreachable", "reason": "dns"},
    "{refused}/": {"error_code": "unreachable", "reason": "connect", "retryable": True},
    "{tls_unknown}/": {"error_code": "unreachable", "reason": "tls"},
    "{base}/close": {"error_code": "unreachable", "reason": "reset", "retryable": True},
    "{base}/banner": {"error_code": "unreachable", "reason": "protocol"},
    "{base}/encoded/truncated": {"error_code": "unreachable", "reason": "encoding"},
    "{base}/loop": {"error_code": "unreachable", "reason": "redirect"},
}
# Fetching these URLs through the proxy times out.
# No server accepts connections at {full}, so the proxy is still trying to connect when the deadline passes.
HANGING = ("{full}", "{base}/never", "{base}/trickled-head", "{base}/trickled-body", "{tls_stall}", "{tls_trickle}")

Call = Callable[[str], str]


@pytest.fixture
def call(gateway: Host, model: Model) -> Call:
    """Return a function that makes an agent call the tool with JSON arguments, and returns what the model receives."""

    def made(arguments: str) -> str:
        model.next_call = ("page_stats", arguments)
        model.results.clear()
        status, answer = gateway.ask()
        assert status == 200, answer
        (result,) = model.results
        return result

    return made


def of(url: str, **others: Any) -> str:
    """Return JSON arguments for *url*."""
    return json.dumps({"url": url, **others})


def failing(url: str, servers: Servers) -> str:
    """Return JSON arguments for a URL of ``FAILURES``, with a short deadline if the expected failure is a timeout."""
    return of(url.format_map(servers.places), timeout_seconds=FAILURES[url].get("timeout_seconds", 30))


def number(name: str) -> int:
    """Return the position of the case called *name* in the table of argument cases."""
    return list(arguments.BY_CONTRACT).index(name)


def expect_abort(gateway: Host, model: Model) -> None:
    """Check that when the agent's client disconnects, the tool disconnects from a server that never answers."""
    with Silent(PUBLIC) as server:
        for seconds in (3, 30):  # retry with more time in case the machine was too busy to call the tool
            model.next_call = ("page_stats", of(server.url, timeout_seconds=60))
            with pytest.raises((TimeoutError, urllib.error.URLError)):
                gateway.ask(seconds=seconds)
            if server.asked.is_set():
                break
        assert server.left.wait(timeout=20)


class TestInstalling:
    def test_needs_consent(self, host: Host, tarball: Path) -> None:
        """The plugin is not installed without the user's consent."""
        done = host.run("plugins", "install", f"npm-pack:{tarball}", "--force")
        assert done.returncode == 1
        assert "requires capability consent" in done.stdout + done.stderr

    def test_is_loaded(self, gateway: Host) -> None:
        """After the user's consent, the plugin is installed and loaded, and registers its tool."""
        report = gateway.inspect()
        assert report["plugin"]["status"] == "loaded"
        assert report["plugin"]["toolNames"] == ["page_stats"]
        assert report["diagnostics"] == []

    @pytest.mark.smoke
    def test_upgrades(self, gateway: Host, tarball: Path) -> None:
        """A newer version of the plugin can be installed while the Gateway is running."""
        assert "Applied in Gateway generation" in gateway.install(tarball)
        assert gateway.inspect()["plugin"]["version"] != "0.0.1"


class TestDirectTool:
    def test_is_visible(self, call: Call, model: Model, base: str) -> None:
        """Models see the tool in OpenClaw's tool profile `coding` without further configuration."""
        call(of(f"{base}/ok"))
        assert "page_stats" in {tool["name"] for tool in model.tools}

    @pytest.mark.smoke
    def test_follows_the_policy(self, gateway: Host, call: Call, base: str) -> None:
        """A private host is blocked until the operator allows it. The change takes effect without a restart."""
        assert json.loads(call(of(f"{base}/ok")))["error_code"] == "blocked_address"
        gateway.set(POLICY, {"allowedHostnames": [PUBLIC]})
        assert eventually(lambda: json.loads(call(of(f"{base}/ok")))["ok"], UNTIL_SECONDS, 0.2)

    def test_success(self, call: Call, base: str) -> None:
        """The model receives exactly the result that the contract defines, in at most 400 characters."""
        result = call(of(f"{base}/ok"))
        assert json.loads(result) == {
            "ok": True,
            "url": f"{base}/ok",
            "final_url": f"{base}/ok",
            "status": 200,
            "content_type": "text/html; charset=utf-8",
            "title": "Low water",
            "word_count": 4,
            "link_word_count": 0,
            "truncated": False,
        }
        assert len(result) <= 400

    @pytest.mark.parametrize("url", FAILURES)
    def test_failure(self, url: str, call: Call, servers: Servers) -> None:
        """The model receives a failure as JSON with its error code."""
        result = call(failing(url, servers))
        assert json.loads(result).items() >= FAILURES[url].items()

    @pytest.mark.parametrize("name", arguments.DIRECTLY)
    def test_arguments(self, name: str, call: Call, base: str) -> None:
        """OpenClaw rejects some wrong arguments and names them. The tool rejects all others."""
        result = call(arguments.given(name, f"{base}/ok?secret-direct-{number(name)}"))
        outcome = arguments.DIRECTLY[name]
        if isinstance(outcome, str):
            assert result.startswith('Validation failed for tool "page_stats"')
            assert outcome in result
        else:
            assert json.loads(result).items() >= outcome.items()

    def test_abort(self, gateway: Host, model: Model) -> None:
        """When the agent's client disconnects, the tool closes its connection to the server."""
        expect_abort(gateway, model)


class TestInvoke:
    def test_success(self, gateway: Host, base: str) -> None:
        """A call without an agent returns the page's title."""
        assert gateway.invoke(of(f"{base}/ok"))["title"] == "Low water"

    @pytest.mark.parametrize("url", FAILURES)
    def test_failure(self, url: str, gateway: Host, servers: Servers) -> None:
        """A call without an agent returns the same failures as a call by an agent."""
        answer = gateway.invoke(failing(url, servers))
        assert answer.items() >= FAILURES[url].items()

    def test_abort(self, gateway: Host) -> None:
        """When the HTTP client disconnects, the tool closes its connection to the server."""
        with Silent(PUBLIC) as server:
            with pytest.raises((TimeoutError, urllib.error.URLError)):
                gateway.invoke(of(server.url, timeout_seconds=60), seconds=2)
            assert server.left.wait(timeout=20)

    @pytest.mark.parametrize("name", arguments.BY_CONTRACT)
    def test_arguments(self, name: str, gateway: Host, base: str) -> None:
        """OpenClaw does not check the arguments of a call without an agent, but the tool rejects wrong arguments."""
        outcome = arguments.BY_CONTRACT[name]
        assert not isinstance(outcome, str)
        answer = gateway.invoke(arguments.given(name, f"{base}/ok?secret-invoke-{number(name)}"))
        assert answer.items() >= outcome.items()

    def test_logs_nothing(self, gateway: Host, base: str) -> None:
        """The Gateway's log contains no arguments of the calls that have failed so far."""
        for route in ("/secret", "/close?secret", "/never?secret"):
            gateway.invoke(of(f"{base}{route}", timeout_seconds=1))
        assert "secret" not in gateway.logged()
        assert "raw_params" not in gateway.logged()


class TestConfiguration:
    def test_wrong_value(self, gateway: Host) -> None:
        """`openclaw config set` rejects an invalid value and an unknown key, and names the key."""
        key = "plugins.entries.page-stats.config"
        for name, value in {"maxBytes": "0", "proxy": '"http://127.0.0.1:1"'}.items():
            done = gateway.run("config", "set", f"{key}.{name}", value, "--strict-json")
            assert done.returncode == 1
            assert name in done.stderr

    def test_reload(self, gateway: Host, call: Call, base: str) -> None:
        """The plugin can be reloaded in a running Gateway."""
        assert json.loads(gateway.do("plugins", "reload", "page-stats", "--json"))["ok"] is True
        assert json.loads(call(of(f"{base}/ok")))["ok"] is True


@pytest.fixture(scope="session")
def _searching(gateway: Host, model: Model) -> None:
    """Restore tool search, OpenClaw's default. A model then gets a tool that finds and calls other tools."""
    gateway.do("config", "unset", "tools.toolSearch")

    def searches() -> bool:
        model.next_call = ("page_stats", '{"url": "about:blank"}')
        gateway.ask()
        return "tool_call" in {tool["name"] for tool in model.tools}

    assert eventually(searches, UNTIL_SECONDS, 0.2)


@pytest.mark.usefixtures("_searching")
class TestToolSearch:
    def test_success(self, call: Call, base: str) -> None:
        """The model receives the tool's result, marked as untrusted external content."""
        result = call(of(f"{base}/ok"))
        assert "EXTERNAL_UNTRUSTED_CONTENT" in result
        assert "Low water" in result

    @pytest.mark.parametrize("url", FAILURES)
    def test_failure(self, url: str, call: Call, servers: Servers) -> None:
        """The model receives a failure with its error code."""
        result = call(failing(url, servers))
        assert FAILURES[url]["error_code"] in result

    def test_abort(self, gateway: Host, model: Model) -> None:
        """When the agent's client disconnects, the tool closes its connection to the server."""
        expect_abort(gateway, model)

    @pytest.mark.parametrize("name", arguments.BY_SEARCH)
    def test_arguments(self, name: str, gateway: Host, call: Call, base: str) -> None:
        """OpenClaw rejects calls whose arguments do not match the schema, and logs only these calls."""
        secret = f"secret-search-{number(name)}"
        result = call(arguments.given(name, f"{base}/ok?{secret}"))
        outcome = arguments.BY_SEARCH[name]
        if isinstance(outcome, str):
            assert outcome in json.loads(result)["error"]
            logged = '"args":{"timeout_seconds":30}' if name == "no url" else secret
            assert eventually(lambda: logged in gateway.logged(), UNTIL_SECONDS, 0.2)
        else:
            assert "Low water" in result
            assert secret not in gateway.logged()


@pytest.fixture(scope="session")
def _proxied(gateway: Host, servers: Servers, base: str) -> None:
    """Configure OpenClaw to fetch through the proxy that the environment variables name."""
    gateway.set("tools.web.fetch.useTrustedEnvProxy", True)

    def is_used() -> bool:
        gateway.invoke(of(f"{base}/ok"))
        return bool(servers.seen)

    assert eventually(is_used, UNTIL_SECONDS, 0.2)


@pytest.mark.usefixtures("_proxied")
class TestProxy:
    def test_success(self, gateway: Host, base: str) -> None:
        """A page is fetched through the proxy, which resolves the host name in the page's URL."""
        assert gateway.invoke(of(base.replace(PUBLIC, "public.test") + "/ok"))["title"] == "Low water"

    @pytest.mark.parametrize("url", HANGING)
    def test_timeout(self, url: str, gateway: Host, servers: Servers) -> None:
        """If the proxy or the server behind it stalls, the call ends with a timeout error by the deadline."""
        began = time.monotonic()
        answer = gateway.invoke(of(url.format_map(servers.places), timeout_seconds=1))
        assert time.monotonic() - began < 1 + 2
        assert answer["error_code"] == "timeout"

    def test_refused(self, gateway: Host, servers: Servers) -> None:
        """If the proxy cannot connect to the server, the tool reports a failed connection, not a timeout."""
        assert gateway.invoke(of(servers.places["refused"]))["reason"] == "connect"


class TestTranscript:
    def test_marks_the_network(self, gateway: Host) -> None:
        """OpenClaw's transcript marks the tool's results as content from the network."""
        answers = [message for message in gateway.remembered() if "ok" in message["details"]]
        assert answers
        assert {message["__openclaw"]["resultContentSource"] for message in answers} == {"network"}

    def test_grades(self, gateway: Host) -> None:
        """OpenClaw sets `isError` according to the result's field `ok`, not according to its field `status`."""
        grades = [
            (message["details"]["ok"], message["isError"])
            for message in gateway.remembered()
            if "status" in message["details"]
        ]
        assert set(grades) == {(True, False), (False, True)}


class TestRemoving:
    def test_uninstalls(self, gateway: Host) -> None:
        """Removing the plugin removes the tool from the running Gateway."""
        gateway.do("plugins", "uninstall", "page-stats", "--force")
        call = '{"tool": "page_stats", "args": {}}'
        assert eventually(lambda: gateway.post("/tools/invoke", call)[0] == 404, UNTIL_SECONDS, 0.2)


@pytest.mark.usefixtures("gateway")
class TestNetwork:
    def test_registry(self, registry: Listener) -> None:
        """Installing the plugin from a file does not contact the npm registry."""
        assert registry.connections == 0

    def test_loopback(self, host: Host) -> None:
        """OpenClaw looks up only localhost, the hosts in the tests' URLs, and the host of its plugin list."""
        assert host.tried() - {"clawhub.ai"} == {NOWHERE}

    def test_internal_server(self, servers: Servers) -> None:
        """In all these tests, no redirect to a blocked host was followed."""
        assert servers.internal_connections == 0
