"""The signed package in Dify's plugin daemon, which enforces signatures. ``DIFY_DAEMON`` is the daemon's path.

The tests of a class share one installation and run in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from harness.hosts.dify.daemon import Daemon, DaemonError
from harness.hosts.dify.environment import ARRIVING, CREDENTIALS, Files
from harness.hosts.dify.services import Services, find_parts
from harness.servers import Servers
from lib import artefacts
from lib.difypkg.archive import Package
from lib.difypkg.keys import make_pair, read_private
from lib.difypkg.sign import sign

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@dataclass(slots=True)
class House:
    """The running daemon, and the identifier of the plugin to install."""

    services: Services
    daemon: Daemon
    plugin: str
    identifier: str

    def processes(self) -> list[psutil.Process]:
        """Return the plugin's processes."""
        started = psutil.Process(self.services.server.pid()).children(recursive=True)
        return [process for process in started if process.cmdline()[1:] == ["-m", "main"]]


@pytest.fixture(scope="module")
def house(files: Files, sdk: Path) -> Iterator[House]:
    """Yield a daemon that trusts our key, or skip the test."""
    server, why = find_parts(sdk)
    if server is None:
        pytest.skip(f"dify-daemon: {why}")
    identifier = Package.read(files.signed).identifier()
    with Services(server, [files.public_key]) as services:
        yield House(services, Daemon(services.port), identifier.partition(":")[0], identifier)


def written(package: Package, path: Path) -> Path:
    """Write *package* to *path* and return *path*."""
    path.write_bytes(package.to_bytes())
    return path


class TestUpload:
    def test_unsigned(self, house: House, files: Files) -> None:
        """An unsigned package is rejected."""
        with pytest.raises(DaemonError, match="bad signature"):
            house.daemon.upload(files.unsigned)

    def test_wrong_key(self, house: House, tmp_path: Path) -> None:
        """A package signed with a key that the daemon does not know is rejected."""
        other = sign(artefacts.dify_package(), read_private(make_pair(tmp_path, 2048)[0]))
        with pytest.raises(DaemonError, match="bad signature"):
            house.daemon.upload(written(other, tmp_path / "other.difypkg"))

    def test_tampered(self, house: House, files: Files, tmp_path: Path) -> None:
        """A signed package in which a byte was changed is rejected."""
        package = Package.read(files.signed)
        entries = {**package.entries, "main.py": package.entries["main.py"].replace(b"plugin", b"plugim", 1)}
        with pytest.raises(DaemonError, match="bad signature"):
            house.daemon.upload(written(Package(entries, package.comment), tmp_path / "tampered.difypkg"))

    def test_signed(self, house: House, files: Files) -> None:
        """Our package is accepted as verified, with the identifier that we publish."""
        uploaded = house.daemon.upload(files.signed)
        assert uploaded["unique_identifier"] == house.identifier
        assert uploaded["manifest"]["verified"] is True
        assert uploaded["verification"] == {"authorized_category": "community"}


class TestLife:
    def test_install(self, house: House) -> None:
        """The plugin installs and starts."""
        assert house.daemon.install(house.identifier) == "success"
        assert [each["plugin_unique_identifier"] for each in house.daemon.installed()] == [house.identifier]

    def test_listed(self, house: House) -> None:
        """The daemon lists the tool with its parameters and its output schema."""
        (listed,) = house.daemon.manage("GET", "tools?page=1&page_size=256")
        (tool,) = listed["declaration"]["tools"]
        forms = {each["name"]: each["form"] for each in tool["parameters"]}
        assert forms == {"url": "llm", "timeout_seconds": "llm", "on_failure": "form"}
        outputs = tool["output_schema"]["properties"].keys()
        assert {"ok", "title", "word_count", "link_word_count", "error_code"} <= outputs

    @pytest.mark.parametrize("language", ["en_US", "zh_Hans", "ja_JP", "pt_BR"])
    def test_readme(self, language: str, house: House) -> None:
        """The daemon serves the README in each of the four languages."""
        asked = f"fetch/readme?plugin_unique_identifier={house.identifier}&language={language}"
        readme = house.daemon.manage("GET", asked)
        assert (readme["language"], "page_stats" in readme["content"]) == (language, True)

    def test_credentials(self, house: House) -> None:
        """Empty credentials are accepted. The error for an invalid credential contains its name in four languages."""
        assert house.daemon.validate(house.plugin, {}).messages == ({"result": True},)
        wrong = {"max_bytes": "many", "allowed_hosts": "http://wiki.corp/", "proxy": "socks5://proxy.corp:1080"}
        for key, value in {**wrong, "user_agent": "b\u00f6t", "allow_private_network": "perhaps"}.items():
            error = house.daemon.validate(house.plugin, {key: value}).error
            assert error
            assert [key in line for line in error["message"].split("\n")] == [True] * 4

    def test_page(self, house: House, base: str) -> None:
        """A call returns the page's title and word count."""
        answer = house.daemon.invoke(house.plugin, {"url": f"{base}/ok"}, CREDENTIALS)
        assert (answer.payload["title"], answer.variables["word_count"]) == ("Low water", 4)

    @pytest.mark.parametrize(
        ("url", "code"),
        [
            ("no address", "invalid_url"),
            ("{internal}/ok", "blocked_address"),
            ("{base}/never", "timeout"),
            ("{refused}", "unreachable"),
            ("{base}/status/404", "http_error"),
            ("{base}/pdf", "unsupported_content_type"),
        ],
    )
    def test_failure(self, url: str, code: str, house: House, servers: Servers) -> None:
        """A failure is returned as data by default, and as a single error event if on_failure=raise."""
        where = re.sub(r"\{(\w+)\}", lambda found: servers.places[found[1]], url)
        parameters = {"url": where, "timeout_seconds": 1}
        answer = house.daemon.invoke(house.plugin, parameters, CREDENTIALS)
        assert (answer.error, answer.payload["error_code"]) == (None, code)
        raised = house.daemon.invoke(house.plugin, {**parameters, "on_failure": "raise"}, CREDENTIALS)
        assert raised.messages == ()
        assert raised.error
        assert (raised.error["code"], raised.error["outer"]) == (-500, "PluginInvokeError")
        assert raised.error["message"] == answer.text

    @pytest.mark.parametrize(("value", "right"), ARRIVING)
    def test_what_arrives(self, value: object, right: bool, house: House, base: str) -> None:
        """A value of timeout_seconds is accepted if the contract allows it. Otherwise the error names the parameter."""
        payload = house.daemon.invoke(
            house.plugin, {"url": f"{base}/ok", "timeout_seconds": value}, CREDENTIALS
        ).payload
        assert (payload["ok"], payload.get("parameter")) == (right, None if right else "timeout_seconds")

    def test_memory(self, house: House, base: str) -> None:
        """Five hundred calls, eight at a time, add less than 16 MB of memory. The plugin uses less than 200 MB."""

        def call(_: object) -> bool:
            return house.daemon.invoke(house.plugin, {"url": f"{base}/ok"}, CREDENTIALS).payload["ok"] is True

        def resident() -> int:
            return max(process.memory_info().rss for process in house.processes())

        with ThreadPoolExecutor(8) as threads:
            assert all(threads.map(call, range(100)))
            before = resident()
            assert all(threads.map(call, range(500)))
        assert resident() < 200_000_000
        assert resident() - before < 16_000_000

    def test_upgrade(self, house: House, files: Files, base: str, tmp_path: Path) -> None:
        """An upgrade replaces the installed plugin with the newer version, which then answers calls."""
        package = artefacts.dify_package()
        manifest = re.sub(rb"(?m)^version: .*$", b"version: 99.0.0", package.entries["manifest.yaml"])
        later = Package({**package.entries, "manifest.yaml": manifest})
        signed = sign(later, read_private(files.folder / "page_stats.private.pem"))
        identifier = house.daemon.upload(written(signed, tmp_path / "later.difypkg"))["unique_identifier"]
        assert house.daemon.upgrade(house.identifier, identifier) == "success"
        assert [each["version"] for each in house.daemon.installed()] == ["99.0.0"]
        assert house.daemon.invoke(house.plugin, {"url": f"{base}/ok"}, CREDENTIALS).payload["ok"] is True

    def test_uninstall(self, house: House) -> None:
        """The plugin can be uninstalled."""
        (installed,) = house.daemon.installed()
        house.daemon.manage("POST", "uninstall", {"plugin_installation_id": installed["id"]})
        assert house.daemon.installed() == []
