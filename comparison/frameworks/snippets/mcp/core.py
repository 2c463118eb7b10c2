from collections.abc import Sequence
from typing import Any

from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult
from page_stats_core import PageStatsConfig, apage_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION


def serve(allowed_hosts: Sequence[str] = ()) -> MCPServer:
    server: MCPServer = MCPServer("my-tools")
    config = PageStatsConfig(allowed_hosts=tuple(allowed_hosts))

    @server.tool(description=TOOL_DESCRIPTION)
    async def page_stats(url: str, timeout_seconds: int = 10) -> dict[str, Any]:
        return await apage_stats_payload({"url": url, "timeout_seconds": timeout_seconds}, config)

    return server


async def answer(arguments: dict[str, Any], allowed_hosts: Sequence[str] = ()) -> CallToolResult:
    async with Client(serve(allowed_hosts)) as client:
        return await client.call_tool("page_stats", arguments)
