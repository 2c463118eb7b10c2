import json
from collections.abc import Sequence
from typing import Any

from crewai import Agent, BaseLLM
from crewai.tools import BaseTool, ToolFailure
from page_stats_core import PageStatsConfig, PageStatsInput, page_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION, TOOL_NAME
from pydantic import BaseModel


class PageStatsTool(BaseTool):
    name: str = TOOL_NAME
    description: str = TOOL_DESCRIPTION
    args_schema: type[BaseModel] = PageStatsInput
    config: PageStatsConfig = PageStatsConfig()

    def _run(self, **arguments: Any) -> str | ToolFailure:
        payload = page_stats_payload(arguments, self.config)
        text = json.dumps(payload, ensure_ascii=False)
        return text if payload["ok"] else ToolFailure(message=text, retryable=payload["retryable"])


async def answer(model: BaseLLM | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    tool = PageStatsTool(config=PageStatsConfig(allowed_hosts=tuple(allowed_hosts)))
    agent = Agent(role="reader", goal="know what is worth reading", backstory="", llm=model, tools=[tool])
    return (await agent.kickoff_async(question)).raw
