from collections.abc import Sequence
from typing import Any

from google.adk.agents import Agent
from google.adk.integrations.langchain import LangchainTool
from google.adk.models import BaseLlm
from google.adk.runners import InMemoryRunner
from google.adk.tools import BaseTool, ToolContext
from langchain_page_stats import PageStatsToolError, page_stats_tool


def failed(tool: BaseTool, args: dict[str, Any], tool_context: ToolContext, error: Exception) -> dict[str, Any] | None:
    return error.payload if isinstance(error, PageStatsToolError) else None


async def answer(model: BaseLlm | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    tool = page_stats_tool(allowed_hosts=allowed_hosts)
    tool.func = None  # of function and coroutine it would take the one that blocks
    agent = Agent(name="reader", model=model, tools=[LangchainTool(tool)], on_tool_error_callback=failed)
    async with InMemoryRunner(agent) as runner:
        events = await runner.run_debug(question, quiet=True)
    return events[-1].content.parts[0].text
