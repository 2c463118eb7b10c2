"""The answer to a call after an internal error of the MCP server."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client, MCPError
from page_stats_core.command.mcp import server
from page_stats_core.contract import PageStatsConfig


def test_fault(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """An internal error has a fixed message. Its cause may be secret and is neither sent nor logged (§M.9)."""

    async def broken(*_: object) -> None:
        raise ValueError("secret")

    async def call() -> None:
        async with Client(server.make_server(PageStatsConfig())) as client:
            with pytest.raises(MCPError, match=r"^page_stats hit an internal error"):
                await client.call_tool("page_stats", {"url": "https://a.example/"})

    monkeypatch.setattr(server, "apage_stats_payload", broken)
    asyncio.run(call())
    assert "secret" not in caplog.text
