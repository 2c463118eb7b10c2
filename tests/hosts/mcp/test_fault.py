"""The response to a call in which the MCP server has an internal error."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client, MCPError
from page_stats_core.command.mcp import server
from page_stats_core.contract import PageStatsConfig


def test_fault(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The message of an internal error is fixed. The cause is neither sent nor logged, as it may be secret (§M.9)."""

    async def broken(*_: object) -> None:
        raise ValueError("secret")

    async def call() -> None:
        async with Client(server.make_server(PageStatsConfig())) as client:
            with pytest.raises(MCPError, match=r"^page_stats hit an internal error"):
                await client.call_tool("page_stats", {"url": "https://a.example/"})

    monkeypatch.setattr(server, "apage_stats_payload", broken)
    asyncio.run(call())
    assert "secret" not in caplog.text
