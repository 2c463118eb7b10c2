from collections.abc import Sequence
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult


async def answer(arguments: dict[str, Any], allowed_hosts: Sequence[str] = ()) -> CallToolResult:
    options = [f"--allowed-host={host}" for host in allowed_hosts]
    async with Client(StdioServerParameters(command="page-stats", args=["mcp", *options])) as client:
        return await client.call_tool("page_stats", arguments)
