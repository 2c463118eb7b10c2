"""The package, signed with a throw-away key, and the plugin in it, started by the real SDK."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import artefacts
import pytest
from dify_sdk import NOT_HERE, USUAL, find_python
from difypkg_archive import Package
from difypkg_keys import make_pair, read_private
from difypkg_sign import sign
from hosts.dify.plugin import Plugin
from servers import PUBLIC

CREDENTIALS = {"allowed_hosts": PUBLIC}

# Dify casts types, but applies no bounds and no defaults: what arrives as timeout_seconds, and whether it is in order.
ARRIVING = [
    *[("30", True), (30, True), (30.0, True), (None, True), ("", True)],
    *[(30.5, False), (0, False), (61, False), (True, False), ("soon", False)],
]


@dataclass(frozen=True, slots=True)
class Files:
    """Where the package is, before and after it was signed, and the key that it was signed with."""

    folder: Path
    unsigned: Path
    signed: Path
    public_key: Path


def new_files(folder: Path, package: Package) -> Files:
    """Write *package* into *folder*, and sign it."""
    private, public = make_pair(folder, 2048)
    files = Files(folder, folder / "page_stats.difypkg", folder / "page_stats.signed.difypkg", public)
    files.unsigned.write_bytes(package.to_bytes())
    files.signed.write_bytes(sign(package, read_private(private)).to_bytes())
    return files


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Return where the package is."""
    return new_files(tmp_path_factory.mktemp("package"), artefacts.dify_package())


@pytest.fixture(scope="session")
def unpacked(files: Files, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which the signed package was unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    Package.read(files.signed).unpack(folder)
    return folder


@pytest.fixture(scope="session")
def sdk() -> Path:
    """Return the interpreter of the environment that has Dify's SDK, or skip."""
    return interpreter(USUAL)


@pytest.fixture(scope="session")
def lowest_sdk() -> Path:
    """Return the interpreter of the environment that has the oldest SDK, or skip."""
    return interpreter("dify-lowest")


def interpreter(environment: str) -> Path:
    """Return the interpreter of *environment*, or skip."""
    python = find_python(environment)
    if python is None:
        pytest.skip(NOT_HERE)
    return python


@pytest.fixture(scope="session")
def fresh(sdk: Path, unpacked: Path) -> Path:
    """Return the interpreter of an environment of what requirements.txt names, and of nothing that it does not."""
    folder = unpacked / ".venv"
    uv(["venv", "--python", base_python(sdk), str(folder)])
    python = folder / "bin" / "python"
    uv(["pip", "install", "--python", str(python), "--no-deps", "-r", str(unpacked / "requirements.txt")])
    return python


def uv_path() -> str:
    """Return the path of the uv that hatch has."""
    return os.environ["HATCH_UV"]


def base_python(python: Path) -> str:
    """Return the interpreter behind that of an environment; uv makes none of one that is itself in one."""
    asked = [str(python), "-c", "import sys; print(sys._base_executable)"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def path_with(program: str) -> str:
    """Return a PATH on which *program* is found first."""
    return f"{Path(program).parent}{os.pathsep}{os.environ['PATH']}"


def uv(arguments: list[str]) -> str:
    """Run uv, which hatch brings, as Dify's daemon does; return what it says."""
    environment = {name: value for name, value in os.environ.items() if name != "UV_CONSTRAINT"}
    done = subprocess.run([uv_path(), *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.fixture(scope="session")
def start(fresh: Path, unpacked: Path) -> Callable[[], Plugin]:
    """Return what starts the plugin in its own environment."""
    return lambda: Plugin(fresh, unpacked)


@pytest.fixture(scope="session")
def plugin(start: Callable[[], Plugin]) -> Iterator[Plugin]:
    """Yield the running plugin; at the end it has said nothing that does not belong to the protocol."""
    with start() as running:
        yield running
        assert running.stray == []
