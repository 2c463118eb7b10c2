from collections.abc import Sequence

from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ChatCompletionClient
from autogen_ext.tools.langchain import LangChainToolAdapter
from langchain_page_stats import page_stats_tool


async def answer(model: ChatCompletionClient, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    tool = LangChainToolAdapter(page_stats_tool(allowed_hosts=allowed_hosts))
    agent = AssistantAgent("reader", model, tools=[tool], reflect_on_tool_use=True)
    return (await agent.run(task=question)).messages[-1].content
