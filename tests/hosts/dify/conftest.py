"""Fixtures: the Dify package, signed with a temporary key, and its plugin, run by Dify's real SDK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.hosts.dify.environment import Files, base_python, new_files, uv
from harness.hosts.dify.plugin import Plugin
from lib import artefacts
from lib.difypkg.archive import Package
from lib.locate.dify_sdk import NOT_HERE, USUAL, find_python


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Create the unsigned package, the signed package and the key pair."""
    return new_files(tmp_path_factory.mktemp("package"), artefacts.dify_package())


@pytest.fixture(scope="session")
def unpacked(files: Files, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the unpacked signed package."""
    folder = tmp_path_factory.mktemp("unpacked")
    Package.read(files.signed).unpack(folder)
    return folder


@pytest.fixture(scope="session")
def sdk() -> Path:
    """Return the Python of the environment with Dify's SDK, or skip the test."""
    return interpreter(USUAL)


@pytest.fixture(scope="session")
def lowest_sdk() -> Path:
    """Return the Python of the environment with the oldest supported SDK, or skip the test."""
    return interpreter("dify.lowest")


def interpreter(environment: str) -> Path:
    """Return the Python of *environment*, or skip the test."""
    python = find_python(environment)
    if python is None:
        pytest.skip(NOT_HERE)
    return python


@pytest.fixture(scope="session")
def fresh(sdk: Path, unpacked: Path) -> Path:
    """Return the Python of a fresh environment in which only the package's requirements.txt is installed."""
    folder = unpacked / ".venv"
    uv(["venv", "--python", base_python(sdk), str(folder)])
    python = folder / "bin" / "python"
    uv(["pip", "install", "--python", str(python), "--no-deps", "-r", str(unpacked / "requirements.txt")])
    return python


@pytest.fixture(scope="session")
def start(fresh: Path, unpacked: Path) -> Callable[[], Plugin]:
    """Return a function that starts the plugin in the fresh environment."""
    return lambda: Plugin(fresh, unpacked)


@pytest.fixture(scope="session")
def plugin(start: Callable[[], Plugin]) -> Iterator[Plugin]:
    """Yield the running plugin, and check at the end that it printed nothing outside the protocol."""
    with start() as running:
        yield running
        assert running.stray == []
