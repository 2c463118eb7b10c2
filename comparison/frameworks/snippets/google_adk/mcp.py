from collections.abc import Sequence

from google.adk.agents import Agent
from google.adk.models import BaseLlm
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams
from mcp import StdioServerParameters


async def answer(model: BaseLlm | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    options = [f"--allowed-host={host}" for host in allowed_hosts]
    server = StdioServerParameters(command="page-stats", args=["mcp", *options])
    # By itself it waits 5 seconds for an answer.
    tools = McpToolset(connection_params=StdioConnectionParams(server_params=server, timeout=65))
    async with InMemoryRunner(Agent(name="reader", model=model, tools=[tools])) as runner:
        events = await runner.run_debug(question, quiet=True)
    return events[-1].content.parts[0].text
