from collections.abc import Sequence

from langchain_page_stats import PageStatsTool
from pydantic_ai import Agent
from pydantic_ai.ext.langchain import tool_from_langchain
from pydantic_ai.models import Model


async def answer(model: Model | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    agent = Agent(model, tools=[tool_from_langchain(PageStatsTool(allowed_hosts=allowed_hosts))])
    return (await agent.run(question)).output
