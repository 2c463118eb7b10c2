from collections.abc import Sequence

from crewai import Agent, BaseLLM
from crewai.mcp import MCPServerStdio


async def answer(model: BaseLLM | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    server = MCPServerStdio(command="page-stats", args=["mcp", *(f"--allowed-host={host}" for host in allowed_hosts)])
    agent = Agent(role="reader", goal="know what is worth reading", backstory="", llm=model, mcps=[server])
    return (await agent.kickoff_async(question)).raw
