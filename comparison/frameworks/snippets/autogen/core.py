import json
from collections.abc import Sequence

from autogen_agentchat.agents import AssistantAgent
from autogen_core import CancellationToken
from autogen_core.models import ChatCompletionClient
from autogen_core.tools import BaseTool
from page_stats_core import PageStatsConfig, PageStatsInput, apage_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION, TOOL_NAME


class PageStatsTool(BaseTool[PageStatsInput, str]):
    def __init__(self, config: PageStatsConfig) -> None:
        super().__init__(PageStatsInput, str, TOOL_NAME, TOOL_DESCRIPTION)
        self.config = config

    async def run(self, args: PageStatsInput, cancellation_token: CancellationToken) -> str:
        return json.dumps(await apage_stats_payload(args.model_dump(), self.config), ensure_ascii=False)


async def answer(model: ChatCompletionClient, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    tool = PageStatsTool(PageStatsConfig(allowed_hosts=tuple(allowed_hosts)))
    agent = AssistantAgent("reader", model, tools=[tool], reflect_on_tool_use=True)
    return (await agent.run(task=question)).messages[-1].content
