"""The README's configurations for MCP hosts start a working server."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.documents import claimed
from harness.hosts.mcp.server import Stdio

BLOCKS = [json.loads(block.text) for block in claimed(__file__)]
# The JSON key under which Claude, VS Code and Cursor list their MCP servers.
KEYS = ["mcpServers", "servers", "mcpServers"]


def test_hosts() -> None:
    """The README has a configuration in the correct format for each of the three hosts."""
    assert [list(block) for block in BLOCKS] == [[key] for key in KEYS]
    assert BLOCKS[1]["servers"]["page-stats"]["type"] == "stdio"


@pytest.mark.parametrize("block", BLOCKS, ids=["claude", "vscode", "cursor"])
def test_starts(block: dict[str, Any]) -> None:
    """The command in each configuration starts a server that answers."""
    (servers,) = block.values()
    started = servers["page-stats"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with Stdio(command=[started["command"], *started["args"]], environment={"PATH": path}) as server:
        listed = server.reply(server.send("tools/list", {}))
        assert [tool["name"] for tool in listed["result"]["tools"]] == ["page_stats"]
        assert server.call({})["result"]["isError"]
        server.leave()
        assert (server.wait(), server.errors()) == (0, "")
