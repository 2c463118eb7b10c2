"""The README's sample result and its OpenClaw commands."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from harness.documents import blocks, claimed, example
from harness.hosts.openclaw.host import Host
from harness.hosts.openclaw.model import Model
from harness.parity.dialect import DialectProcess, load_dialects
from harness.servers import PUBLIC, Servers
from lib.repository import ROOT

README = ROOT / "packages/openclaw-page-stats/README.md"
COMMANDS = re.findall(r"`openclaw ([^`\n]+)`", README.read_text("utf-8"))


def test_answer(built: Path, servers: Servers) -> None:
    """The tool returns the result shown in the README, with the fields in the same order."""
    assert built
    (block,) = claimed(__file__)
    page = servers.pages.put(example.PATH, example.BODY, "text/html")
    (dialect,) = (each for each in load_dialects() if each.name == "openclaw")
    with DialectProcess(dialect) as process:
        config = {"allowed_hosts": [PUBLIC]}
        answer = process.ask({"family": "fetch", "config": config, "arguments": {"url": page}})
    shown = block.text.replace(example.URL, page)
    assert json.dumps(answer, indent=2) + "\n" == shown


@pytest.mark.timeout(300)
def test_commands(built: Path, tarball: Path, tmp_path: Path) -> None:
    """OpenClaw accepts the commands of the README, run in order, and the command in SECURITY.md."""
    assert built
    with Model() as model:
        host = Host(tmp_path, model.base)
        said = {command: host.do(*shlex.split(command.replace("FILE.tgz", str(tarball)))) for command in whole()}
        (inspecting,) = (block for block in blocks("SECURITY.md") if block.text.startswith("openclaw "))
        noted = json.loads(host.do(*shlex.split(inspecting.text)[1:]))["install"]
    assert "loaded" in said["plugins inspect page-stats --runtime"]
    assert noted["source"] == "npm"
    assert "clawpackSha256" not in noted  # OpenClaw sets this field only for installs from ClawHub


def whole() -> list[str]:
    """Return the README's complete commands. Two other commands are only mentioned by name in the text."""
    commands = [command for command in COMMANDS if command not in {"config set", "plugins build"}]
    assert len(commands) == 3
    return commands
