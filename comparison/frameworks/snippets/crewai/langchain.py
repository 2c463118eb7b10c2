from collections.abc import Sequence

from crewai import Agent, BaseLLM
from crewai.tools.base_tool import Tool
from langchain_page_stats import page_stats_tool


async def answer(model: BaseLLM | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    tool = Tool.from_langchain(page_stats_tool(allowed_hosts=allowed_hosts))
    agent = Agent(role="reader", goal="know what is worth reading", backstory="", llm=model, tools=[tool])
    return (await agent.kickoff_async(question)).raw
