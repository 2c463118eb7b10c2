from collections.abc import Sequence

from agents import Agent, Model, Runner
from agents.mcp import MCPServerStdio


async def answer(model: Model | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    options = [f"--allowed-host={host}" for host in allowed_hosts]
    page_stats = MCPServerStdio({"command": "page-stats", "args": ["mcp", *options]}, client_session_timeout_seconds=70)
    async with page_stats:
        agent = Agent("reader", model=model, mcp_servers=[page_stats])
        return (await Runner.run(agent, question)).final_output
