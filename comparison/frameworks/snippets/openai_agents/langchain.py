import json
from collections.abc import Sequence

from agents import Agent, FunctionTool, Model, Runner
from agents.tool_context import ToolContext
from langchain_page_stats import PageStatsTool


async def answer(model: Model | str, question: str, allowed_hosts: Sequence[str] = ()) -> str:
    theirs = PageStatsTool(allowed_hosts=allowed_hosts)

    async def page_stats(context: ToolContext, arguments: str) -> str:
        call = {"type": "tool_call", "id": context.tool_call_id, "name": theirs.name, "args": json.loads(arguments)}
        return (await theirs.ainvoke(call)).content

    tool = FunctionTool(theirs.name, theirs.description, theirs.get_input_jsonschema(), page_stats)
    agent = Agent("reader", model=model, tools=[tool])
    return (await Runner.run(agent, question)).final_output
