from collections.abc import Sequence
from typing import Any

from google.adk.agents import Agent
from google.adk.models import BaseLlm
from google.adk.runners import InMemoryRunner
from google.adk.tools import BaseTool, ToolContext
from google.genai.types import FunctionDeclaration
from page_stats_core import PageStatsConfig, PageStatsInput, apage_stats_payload
from page_stats_core.contract import TOOL_DESCRIPTION, TOOL_NAME


class PageStatsTool(BaseTool):
    def __init__(self, config: PageStatsConfig) -> None:
        super().__init__(name=TOOL_NAME, description=TOOL_DESCRIPTION)
        self.config = config

    def _get_declaration(self) -> FunctionDeclaration:
        schema = PageStatsInput.model_json_schema()
        return FunctionDeclaration(name=self.name, description=self.description, parameters_json_schema=schema)

    async def run_async(self, *, args: dict[str, Any], tool_context: ToolContext) -> dict[str, Any]:
        return await apage_stats_payload(args, self.config)


async def answer(model: BaseLlm | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    tool = PageStatsTool(PageStatsConfig(allowed_hosts=tuple(allowed_hosts)))
    async with InMemoryRunner(Agent(name="reader", model=model, tools=[tool])) as runner:
        events = await runner.run_debug(question, quiet=True)
    return events[-1].content.parts[0].text
