"""Fixtures: the packed plugin, and one OpenClaw for all tests because its Gateway takes a minute to start."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.hosts.openclaw.host import NOT_INSTALLED, PACKAGE, PROGRAMS, Host, node_environment, pack
from harness.hosts.openclaw.model import Model
from harness.servers import INTERNAL, Servers
from harness.servers.connection import Connection
from harness.servers.listener import Listener
from lib import artefacts

OLDER = "0.0.1"


@pytest.fixture(scope="session")
def built() -> Path:
    """Build the plugin, unless a release's artefact is tested instead, and return the plugin's folder."""
    if not (PROGRAMS / "openclaw").exists():
        pytest.skip(NOT_INSTALLED)
    if not artefacts.under_test():
        subprocess.run(["node", "--run", "build"], cwd=PACKAGE, env=node_environment(), check=True)
    return PACKAGE


@pytest.fixture(scope="session")
def tarball(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the plugin's npm package, packed as for a release."""
    folder = artefacts.under_test()
    return artefacts.openclaw(folder) if folder else pack(built, tmp_path_factory.mktemp("packed") / "current")


@pytest.fixture(scope="session")
def older_tarball(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the plugin's npm package with an older version number."""
    folder = tmp_path_factory.mktemp("older") / "package"
    shutil.copytree(built, folder, ignore=shutil.ignore_patterns("node_modules", "src", "tests", "benchmarks"))
    for name in ("package.json", "openclaw.plugin.json"):
        described = json.loads((folder / name).read_text("utf-8"))
        (folder / name).write_text(json.dumps(described | {"version": OLDER}), "utf-8")
    return pack(folder, folder.parent / "packed")


@pytest.fixture(scope="session")
def model() -> Iterator[Model]:
    """Yield the fake model that the agents use."""
    with Model() as running:
        yield running


@pytest.fixture(scope="session")
def registry() -> Iterator[Listener]:
    """Yield a fake npm registry, which never answers and counts connections."""
    with Listener(INTERNAL, Connection.hold) as running:
        yield running


@pytest.fixture(scope="session")
def host(
    built: Path, model: Model, registry: Listener, servers: Servers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Host]:
    """Yield an OpenClaw with its own home folder, before the plugin is installed and the Gateway is started."""
    assert built  # the build also installs OpenClaw
    running = Host(tmp_path_factory.mktemp("openclaw"), model.base)
    running.confine(registry=f"http://{registry.authority}/", proxy=servers.places["proxy"])
    yield running
    running.stop()


@pytest.fixture(scope="session")
def gateway(host: Host, older_tarball: Path) -> Host:
    """Install the older version of the plugin, start OpenClaw's Gateway and return the host."""
    host.install(older_tarball)
    host.start()
    return host
