from collections.abc import Sequence

from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ChatCompletionClient
from autogen_ext.tools.mcp import McpWorkbench, StdioServerParams


async def answer(model: ChatCompletionClient, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    options = [f"--allowed-host={host}" for host in allowed_hosts]
    server = StdioServerParams(command="page-stats", args=["mcp", *options], read_timeout_seconds=65)
    async with McpWorkbench(server) as workbench:
        agent = AssistantAgent("reader", model, workbench=workbench, reflect_on_tool_use=True)
        return (await agent.run(task=question)).messages[-1].content
