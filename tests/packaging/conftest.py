"""Fixtures: our distributions, each built once from its sdist, and installations outside the source folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.distributions import Distribution, Install, Run, distribution
from lib.difypkg.keys import make_pair
from lib.file_server import FileServer
from lib.repository import ROOT


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Distribution:
    """Return the core's distribution."""
    return distribution("page_stats_core", tmp_path_factory.mktemp("core"))


@pytest.fixture(scope="session")
def langchain(tmp_path_factory: pytest.TempPathFactory) -> Distribution:
    """Return the LangChain package's distribution."""
    return distribution("langchain_page_stats", tmp_path_factory.mktemp("langchain"))


@pytest.fixture(scope="session")
def index(core: Distribution, langchain: Distribution, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of a local package index that serves both wheels."""
    root = tmp_path_factory.mktemp("index")
    for name, wheel in (("page-stats-core", core.wheel), ("langchain-page-stats", langchain.wheel)):
        (root / "simple" / name).mkdir(parents=True)
        shutil.copy(wheel, root / "simple" / name)
    with FileServer(root) as server:
        yield f"{server.url}/simple/"


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a key pair for the Dify package. The keys are shorter than a release's keys to save time."""
    return make_pair(tmp_path_factory.mktemp("keys"), 2048)


@pytest.fixture(scope="session")
def install(tmp_path_factory: pytest.TempPathFactory) -> Install:
    """Return a function that installs packages into a fresh environment and returns the environment's bin folder."""

    def into_fresh(*wanted: str | Path) -> Path:
        folder = tmp_path_factory.mktemp("fresh") / "venv"
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-q", "-c", str(ROOT / "constraints.txt"), *map(str, wanted)], check=True)
        return folder / "bin"

    return into_fresh


@pytest.fixture(scope="session")
def run() -> Run:
    """Return a function that runs a command outside the source folder and returns its output."""

    def away(command: Path, *arguments: str, **environment: str) -> str:
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [command, *arguments],
            cwd=command.parent,
            env=inherited | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return away
