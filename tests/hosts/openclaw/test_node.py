"""The plugin on Node 26, which OpenClaw supports besides its default, Node 24. Skipped if Node 26 is not installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from harness.hosts.openclaw.host import node_environment
from harness.parity.dialect import DialectProcess, load_dialects
from harness.servers import PUBLIC, Servers


@pytest.fixture
def node() -> Path:
    """Return Node 26 from the PATH, or skip the test."""
    for folder in os.environ["PATH"].split(os.pathsep):
        found = shutil.which("node", path=folder)
        if found and subprocess.check_output([found, "--version"], encoding="utf-8").startswith("v26."):
            return Path(found)
    pytest.skip("node-26: it is not on the PATH")


def test_openclaw_loads_the_plugin(node: Path, built: Path, tmp_path: Path) -> None:
    """OpenClaw on Node 26 loads the plugin."""
    variables = node_environment()
    variables |= {
        "PATH": f"{node.parent}{os.pathsep}{variables['PATH']}",
        "HOME": str(tmp_path),
        "OPENCLAW_OFFLINE": "1",
    }
    command = ["openclaw", "plugins", "validate", "--entry", "./dist/index.js"]
    done = subprocess.run(
        command, cwd=built, env=variables, capture_output=True, encoding="utf-8", timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_tool_answers(node: Path, built: Path, servers: Servers) -> None:
    """On Node 26 the tool fetches a page and returns the expected answer."""
    assert built
    (dialect,) = (each for each in load_dialects() if each.name == "openclaw")
    arguments = {"url": f"{servers.places['base']}/ok"}
    with DialectProcess(replace(dialect, command=(str(node), *dialect.command[1:]))) as process:
        answer = process.ask({"family": "fetch", "config": {"allowed_hosts": [PUBLIC]}, "arguments": arguments})
    assert (answer["title"], answer["word_count"]) == ("Low water", 4)
