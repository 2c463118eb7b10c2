"""The tool in a running Gateway: as an agent calls it, directly and through the search of tools, and without an agent.

These tests are the life of one Gateway, in this order; each leaves the policy of the network as the next expects it.
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

# A Gateway is started once, and may take minutes where much else runs.
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
# Of the first a proxy learns too late whether anybody accepts.
HANGING = ("{full}", "{base}/never", "{base}/trickled-head", "{base}/trickled-body", "{tls_stall}", "{tls_trickle}")

Call = Callable[[str], str]


@pytest.fixture
def call(gateway: Host, model: Model) -> Call:
    """Return what has an agent call the tool with arguments in JSON, and returns what its model is told."""

    def made(arguments: str) -> str:
        model.next_call = ("page_stats", arguments)
        model.results.clear()
        status, answer = gateway.ask()
        assert status == 200, answer
        (result,) = model.results
        return result

    return made


def of(url: str, **others: Any) -> str:
    """Return the arguments for *url*."""
    return json.dumps({"url": url, **others})


def failing(url: str, servers: Servers) -> str:
    """Return arguments for *url* of ``FAILURES``, with a short deadline only where that is what fails."""
    return of(url.format_map(servers.places), timeout_seconds=FAILURES[url].get("timeout_seconds", 30))


def number(name: str) -> int:
    """Return the number of the arguments of that name."""
    return list(arguments.BY_CONTRACT).index(name)


def expect_abort(gateway: Host, model: Model) -> None:
    """Leave an agent's turn while its tool waits for a server, and see the server left."""
    with Silent(PUBLIC) as server:
        for seconds in (3, 30):  # the longer where much else runs, and the tool was not called in time
            model.next_call = ("page_stats", of(server.url, timeout_seconds=60))
            with pytest.raises((TimeoutError, urllib.error.URLError)):
                gateway.ask(seconds=seconds)
            if server.asked.is_set():
                break
        assert server.left.wait(timeout=20)


class TestInstalling:
    def test_needs_consent(self, host: Host, tarball: Path) -> None:
        """Without the operator's consent nothing is installed."""
        done = host.run("plugins", "install", f"npm-pack:{tarball}", "--force")
        assert done.returncode == 1
        assert "requires capability consent" in done.stdout + done.stderr

    def test_is_loaded(self, gateway: Host) -> None:
        """Installed with consent, the plugin is loaded and has its tool."""
        report = gateway.inspect()
        assert report["plugin"]["status"] == "loaded"
        assert report["plugin"]["toolNames"] == ["page_stats"]
        assert report["diagnostics"] == []

    @pytest.mark.smoke
    def test_upgrades(self, gateway: Host, tarball: Path) -> None:
        """A running Gateway takes a newer version."""
        assert "Applied in Gateway generation" in gateway.install(tarball)
        assert gateway.inspect()["plugin"]["version"] != "0.0.1"


class TestDirectTool:
    def test_is_visible(self, call: Call, model: Model, base: str) -> None:
        """Under the profile `coding` a model is told of the tool, without another word of the operator's."""
        call(of(f"{base}/ok"))
        assert "page_stats" in {tool["name"] for tool in model.tools}

    @pytest.mark.smoke
    def test_follows_the_policy(self, gateway: Host, call: Call, base: str) -> None:
        """A private host is refused until the operator permits it, which takes effect without a restart."""
        assert json.loads(call(of(f"{base}/ok")))["error_code"] == "blocked_address"
        gateway.set(POLICY, {"allowedHostnames": [PUBLIC]})
        assert eventually(lambda: json.loads(call(of(f"{base}/ok")))["ok"], UNTIL_SECONDS, 0.2)

    def test_success(self, call: Call, base: str) -> None:
        """A model is told exactly the answer, in few characters."""
        told = call(of(f"{base}/ok"))
        assert json.loads(told) == {
            "ok": True,
            "url": f"{base}/ok",
            "final_url": f"{base}/ok",
            "status": 200,
            "content_type": "text/html; charset=utf-8",
            "title": "Low water",
            "word_count": 4,
            "truncated": False,
        }
        assert len(told) <= 400

    @pytest.mark.parametrize("url", FAILURES)
    def test_failure(self, url: str, call: Call, servers: Servers) -> None:
        """A failure is told as data, by its name."""
        told = call(failing(url, servers))
        assert json.loads(told).items() >= FAILURES[url].items()

    @pytest.mark.parametrize("name", arguments.DIRECTLY)
    def test_arguments(self, name: str, call: Call, base: str) -> None:
        """The contract decides about arguments, or OpenClaw before it; then it names what is wrong."""
        told = call(arguments.given(name, f"{base}/ok?secret-direct-{number(name)}"))
        outcome = arguments.DIRECTLY[name]
        if isinstance(outcome, str):
            assert told.startswith('Validation failed for tool "page_stats"')
            assert outcome in told
        else:
            assert json.loads(told).items() >= outcome.items()

    def test_abort(self, gateway: Host, model: Model) -> None:
        """When the client of the agent is gone, the connection to the server is closed at once."""
        expect_abort(gateway, model)


class TestInvoke:
    def test_success(self, gateway: Host, base: str) -> None:
        """A call without an agent gets the same answer, as data and as text."""
        assert gateway.invoke(of(f"{base}/ok"))["title"] == "Low water"

    @pytest.mark.parametrize("url", FAILURES)
    def test_failure(self, url: str, gateway: Host, servers: Servers) -> None:
        """So does a failure."""
        answer = gateway.invoke(failing(url, servers))
        assert answer.items() >= FAILURES[url].items()

    def test_abort(self, gateway: Host) -> None:
        """When the caller is gone, the connection to the server is closed at once."""
        with Silent(PUBLIC) as server:
            with pytest.raises((TimeoutError, urllib.error.URLError)):
                gateway.invoke(of(server.url, timeout_seconds=60), seconds=2)
            assert server.left.wait(timeout=20)

    @pytest.mark.parametrize("name", arguments.BY_CONTRACT)
    def test_arguments(self, name: str, gateway: Host, base: str) -> None:
        """Here OpenClaw checks nothing, and the contract decides."""
        outcome = arguments.BY_CONTRACT[name]
        assert not isinstance(outcome, str)
        answer = gateway.invoke(arguments.given(name, f"{base}/ok?secret-invoke-{number(name)}"))
        assert answer.items() >= outcome.items()

    def test_logs_nothing(self, gateway: Host, base: str) -> None:
        """No failure so far, of the tool or of arguments, has put the arguments into the Gateway's log."""
        for route in ("/secret", "/close?secret", "/never?secret"):
            gateway.invoke(of(f"{base}{route}", timeout_seconds=1))
        assert "secret" not in gateway.logged()
        assert "raw_params" not in gateway.logged()


class TestConfiguration:
    def test_wrong_value(self, gateway: Host) -> None:
        """`openclaw config set` refuses a wrong value and an unknown key, by name."""
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
    """Let tools be found by a search, as they are where the operator says nothing."""
    gateway.do("config", "unset", "tools.toolSearch")

    def searches() -> bool:
        model.next_call = ("page_stats", '{"url": "about:blank"}')
        gateway.ask()
        return "tool_call" in {tool["name"] for tool in model.tools}

    assert eventually(searches, UNTIL_SECONDS, 0.2)


@pytest.mark.usefixtures("_searching")
class TestToolSearch:
    def test_success(self, call: Call, base: str) -> None:
        """A model is told the answer as content of a stranger."""
        told = call(of(f"{base}/ok"))
        assert "EXTERNAL_UNTRUSTED_CONTENT" in told
        assert "Low water" in told

    @pytest.mark.parametrize("url", FAILURES)
    def test_failure(self, url: str, call: Call, servers: Servers) -> None:
        """A failure is told by its name."""
        told = call(failing(url, servers))
        assert FAILURES[url]["error_code"] in told

    def test_abort(self, gateway: Host, model: Model) -> None:
        """When the client of the agent is gone, the connection to the server is closed at once."""
        expect_abort(gateway, model)

    @pytest.mark.parametrize("name", arguments.BY_SEARCH)
    def test_arguments(self, name: str, gateway: Host, call: Call, base: str) -> None:
        """OpenClaw refuses what the declared parameters exclude, names what is wrong, and logs that call alone."""
        secret = f"secret-search-{number(name)}"
        told = call(arguments.given(name, f"{base}/ok?{secret}"))
        outcome = arguments.BY_SEARCH[name]
        if isinstance(outcome, str):
            assert outcome in json.loads(told)["error"]
            logged = '"args":{"timeout_seconds":30}' if name == "no url" else secret
            assert eventually(lambda: logged in gateway.logged(), UNTIL_SECONDS, 0.2)
        else:
            assert "Low water" in told
            assert secret not in gateway.logged()


@pytest.fixture(scope="session")
def _proxied(gateway: Host, servers: Servers, base: str) -> None:
    """Let the proxy of the environment be used, as the operator may say."""
    gateway.set("tools.web.fetch.useTrustedEnvProxy", True)

    def is_used() -> bool:
        gateway.invoke(of(f"{base}/ok"))
        return bool(servers.seen)

    assert eventually(is_used, UNTIL_SECONDS, 0.2)


@pytest.mark.usefixtures("_proxied")
class TestProxy:
    def test_success(self, gateway: Host, base: str) -> None:
        """A page is had through the proxy, which looks names up."""
        assert gateway.invoke(of(base.replace(PUBLIC, "public.test") + "/ok"))["title"] == "Low water"

    @pytest.mark.parametrize("url", HANGING)
    def test_timeout(self, url: str, gateway: Host, servers: Servers) -> None:
        """What hangs behind a proxy, or makes it hang, is over by the deadline."""
        began = time.monotonic()
        answer = gateway.invoke(of(url.format_map(servers.places), timeout_seconds=1))
        assert time.monotonic() - began < 1 + 2
        assert answer["error_code"] == "timeout"

    def test_refused(self, gateway: Host, servers: Servers) -> None:
        """A proxy that cannot connect is told apart from one that is slow."""
        assert gateway.invoke(of(servers.places["refused"]))["reason"] == "connect"


class TestTranscript:
    def test_marks_the_network(self, gateway: Host) -> None:
        """What OpenClaw remembers of an answer says that its content came from the network."""
        answers = [message for message in gateway.remembered() if "ok" in message["details"]]
        assert answers
        assert {message["__openclaw"]["resultContentSource"] for message in answers} == {"network"}

    def test_grades(self, gateway: Host) -> None:
        """OpenClaw takes an answer for an error by its `ok`, whatever its `status` is."""
        grades = [
            (message["details"]["ok"], message["isError"])
            for message in gateway.remembered()
            if "status" in message["details"]
        ]
        assert set(grades) == {(True, False), (False, True)}


class TestRemoving:
    def test_uninstalls(self, gateway: Host) -> None:
        """The plugin can be removed, which takes the tool out of the running Gateway."""
        gateway.do("plugins", "uninstall", "page-stats", "--force")
        call = '{"tool": "page_stats", "args": {}}'
        assert eventually(lambda: gateway.post("/tools/invoke", call)[0] == 404, UNTIL_SECONDS, 0.2)


@pytest.mark.usefixtures("gateway")
class TestNetwork:
    def test_registry(self, registry: Listener) -> None:
        """The registry of npm has not been asked for anything: an install needs no network."""
        assert registry.connections == 0

    def test_loopback(self, host: Host) -> None:
        """Only what an agent asked for was looked for beyond loopback, apart from OpenClaw's own list of plugins."""
        assert host.tried() - {"clawhub.ai"} == {NOWHERE}

    def test_internal_server(self, servers: Servers) -> None:
        """Of the redirects to what no operator permits none was followed."""
        assert servers.internal_connections == 0
