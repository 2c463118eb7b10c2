from collections.abc import Sequence
from typing import Any

from page_stats_core import PageStatsConfig, PageStatsInput, apage_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION, TOOL_NAME
from pydantic_ai import Agent, Tool
from pydantic_ai.models import Model


async def answer(model: Model | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    config = PageStatsConfig(allowed_hosts=tuple(allowed_hosts))

    async def page_stats(**arguments: Any) -> dict[str, Any]:
        return await apage_stats_payload(arguments, config)

    tool = Tool.from_schema(page_stats, TOOL_NAME, TOOL_DESCRIPTION, PageStatsInput.model_json_schema())
    agent = Agent(model, tools=[tool])
    return (await agent.run(question)).output
