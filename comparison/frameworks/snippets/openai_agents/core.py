import json
from collections.abc import Sequence

from agents import Agent, FunctionTool, Model, Runner
from agents.tool_context import ToolContext
from page_stats_core import PageStatsConfig, PageStatsInput, apage_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION, TOOL_NAME


async def answer(model: Model | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    config = PageStatsConfig(allowed_hosts=tuple(allowed_hosts))

    async def page_stats(_: ToolContext, arguments: str) -> str:
        return json.dumps(await apage_stats_payload(json.loads(arguments), config))

    tool = FunctionTool(TOOL_NAME, TOOL_DESCRIPTION, PageStatsInput.model_json_schema(), page_stats)
    agent = Agent("reader", model=model, tools=[tool])
    return (await Runner.run(agent, question)).final_output
