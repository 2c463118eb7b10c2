from collections.abc import Sequence

from fastmcp.client.transports import StdioTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models import Model


async def answer(model: Model | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    server = StdioTransport("page-stats", ["mcp", *(f"--allowed-host={host}" for host in allowed_hosts)])
    agent = Agent(model, toolsets=[MCPToolset(server, tool_error_behavior="failed", init_timeout=30)])
    return (await agent.run(question)).output
