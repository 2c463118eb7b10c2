"""The package, checked with Dify's CLI: the program in ``DIFY_CLI``, ``dify`` on the PATH, or the pinned release.

The CLI exits with code 0 after usage errors, so its output is checked too.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.hosts.dify.environment import CREDENTIALS, Files, base_python, path_with, uv_path
from lib.difypkg.archive import VERIFICATION, Package
from lib.difypkg.keys import make_pair
from lib.locate.dify_cli import find_cli


@dataclass(frozen=True, slots=True)
class Cli:
    path: Path
    folder: Path

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run the CLI in its temporary folder, without standard input."""
        command = [str(self.path), *map(str, arguments)]
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )

    def checksum(self, package: Path) -> str:
        """Return the CLI's checksum of *package*."""
        found = re.search(r"checksum=([0-9a-f]{64})", self.run("plugin", "checksum", package).stderr)
        assert found
        return found[1]

    def verifies(self, package: Path, key: Path) -> bool:
        """Whether the CLI accepts the signature of *package*."""
        done = self.run("signature", "verify", package, "-p", key)
        said = "plugin verified successfully" in done.stdout + done.stderr
        assert said is (done.returncode == 0), done.stderr
        return said


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """Return the CLI, or skip the test."""
    path, why = find_cli()
    if path is None:
        pytest.skip(f"dify-cli: {why}")
    return Cli(path, tmp_path_factory.mktemp("cli"))


def checksum_of(package: Package) -> str:
    """Return the checksum that our code computes for *package*."""
    return package.identifier().partition("@")[2]


class TestIdentifier:
    def test_checksum(self, cli: Cli, files: Files) -> None:
        """The CLI and our code compute the same checksum for the unsigned package, and also for the signed package."""
        for path in (files.unsigned, files.signed):
            assert cli.checksum(path) == checksum_of(Package.read(path))

    def test_its_own_package(self, cli: Cli, unpacked: Path, files: Files, tmp_path: Path) -> None:
        """A package that the CLI builds from our files has the same checksum as the package that we build."""
        folder = tmp_path / "page_stats"
        Package.read(files.unsigned).unpack(folder)
        done = cli.run("plugin", "package", folder, "-o", tmp_path / "own.difypkg")
        assert (tmp_path / "own.difypkg").exists(), done.stderr
        assert cli.checksum(tmp_path / "own.difypkg") == cli.checksum(files.unsigned)


class TestSignature:
    def test_good(self, cli: Cli, files: Files) -> None:
        """The CLI accepts our package's signature if it verifies with our public key."""
        assert cli.verifies(files.signed, files.public_key)

    def test_wrong_key(self, cli: Cli, files: Files, tmp_path: Path) -> None:
        """The CLI rejects our package's signature if it verifies with another public key."""
        assert not cli.verifies(files.signed, make_pair(tmp_path, 2048)[1])

    def test_unsigned(self, cli: Cli, files: Files) -> None:
        """The CLI rejects an unsigned package."""
        assert not cli.verifies(files.unsigned, files.public_key)

    def test_tampered(self, cli: Cli, files: Files, tmp_path: Path) -> None:
        """The CLI rejects a signed package in which a byte was changed."""
        package = Package.read(files.signed)
        tampered = {**package.entries, "main.py": package.entries["main.py"].replace(b"plugin", b"plugim", 1)}
        path = tmp_path / "tampered.difypkg"
        path.write_bytes(Package(tampered, package.comment).to_bytes())
        assert not cli.verifies(path, files.public_key)

    def test_renamed(self, cli: Cli, files: Files, tmp_path: Path) -> None:
        """The CLI accepts a signed package in which a file was renamed, but the package's checksum has changed."""
        package = Package.read(files.signed)
        entries = {{"LICENSE": "LICENCE"}.get(name, name): content for name, content in package.entries.items()}
        path = tmp_path / "renamed.difypkg"
        path.write_bytes(Package(entries, package.comment).to_bytes())
        assert cli.verifies(path, files.public_key)
        assert cli.checksum(path) != cli.checksum(files.signed)

    def test_its_own(self, cli: Cli, files: Files, tmp_path: Path) -> None:
        """A package that the CLI signs with our key has the same signature and checksum as the package that we sign."""
        path = tmp_path / "page_stats.difypkg"
        path.write_bytes(files.unsigned.read_bytes())
        cli.run("signature", "sign", path, "-p", files.folder / "page_stats.private.pem", "-c", "community")
        signed = tmp_path / "page_stats.signed.difypkg"
        assert cli.verifies(signed, files.public_key)
        assert cli.checksum(signed) == cli.checksum(files.signed)
        assert Package.read(signed).entries[VERIFICATION] == Package.read(files.signed).entries[VERIFICATION]


class TestRun:
    @pytest.mark.slow
    def test_calls(self, cli: Cli, files: Files, base: str, sdk: Path) -> None:
        """The CLI installs the signed package into a new environment, runs it and calls the tool."""
        with running(cli, files.signed, sdk) as process:
            wait_for(process, "plugin_ready")
            named = {"provider": "page_stats", "tool": "page_stats", "credentials": CREDENTIALS}
            request = {**named, "tool_parameters": {"url": f"{base}/ok"}}
            asked = {"invoke_id": "1", "type": "tool", "action": "invoke_tool", "request": request}
            print(json.dumps(asked), file=process.stdin, flush=True)
            answers = wait_for(process, "plugin_invoke_end")
        (message,) = [each["response"] for each in answers if each["response"].get("type") == "json"]
        payload = message["message"]["json_object"]
        assert (payload["title"], payload["word_count"]) == ("Low water", 4)


@contextlib.contextmanager
def running(cli: Cli, package: Path, sdk: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the package with the CLI. Terminate the CLI at the end because it does not exit when its input closes."""
    environment = os.environ | {"UV_PATH": uv_path(), "UV_PYTHON_DOWNLOADS": "never"}
    environment |= {"PYTHON_INTERPRETER_PATH": base_python(sdk), "PATH": path_with(base_python(sdk))}
    environment.pop("UV_CONSTRAINT", None)
    with (cli.folder / "run.log").open("w") as log:
        process = subprocess.Popen(
            [cli.path, "plugin", "run", package, "-r", "json"],
            cwd=cli.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            yield process
        finally:
            process.terminate()
            process.communicate()


def wait_for(process: subprocess.Popen[str], kind: str) -> list[dict[str, Any]]:
    """Return all messages up to and including the first message of type *kind*."""
    assert process.stdout
    said: list[dict[str, Any]] = []
    for line in process.stdout:
        said.append(json.loads(line))
        if said[-1]["type"] == kind:
            return said
    pytest.fail(f"it ended before {kind}: {said}")
