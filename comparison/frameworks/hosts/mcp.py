"""The official MCP SDK: a function on an ``MCPServer``, called by the SDK's client in place of a host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Final, NamedTuple

from mcp import Client
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool

from comparison.engine.texts import code, raised
from comparison.frameworks.framework import Call, Framework, Offered, Ran

# A client stays connected for this many seconds after it gives up a call. If the tool is cancelled within this time,
# the cause is not a disconnection.
STAYS_SECONDS: Final = 3.0


class _Limited(NamedTuple):
    """A tool, and the read timeout of the client that calls it."""

    function: Callable[..., Any]
    seconds: float


class MCP(Framework):
    name = "mcp"
    packages = ("mcp",)
    known_by = "what a server lists (`tools/list`); `MCPServer.add_tool`, or `@server.tool()`"
    no_way: ClassVar = {
        "langchain": "by reading: `langchain-mcp-adapters` 0.3.2, which has an adapter for it, wants `mcp < 2`"
    }

    def tool(self, function: Callable[..., Any]) -> Any:
        """Return the function unchanged, because the server makes a tool of it."""
        return function

    async def run(self, tools: Sequence[Any], *turns: Sequence[Call]) -> Ran:
        """Make the calls as a host does: the calls of one turn run at the same time."""
        limit = next((each.seconds for each in tools if isinstance(each, _Limited)), None)
        functions = [each.function if isinstance(each, _Limited) else each for each in tools]
        async with Client(functions[0] if isinstance(functions[0], Server) else served(*functions)) as client:
            ran = Ran()
            for calls in turns:
                ran.turns += 1
                waiting = [client.call_tool(each.name, dict(each.arguments), limit) for each in calls]
                try:
                    results = await asyncio.gather(*waiting)
                except asyncio.CancelledError:
                    await asyncio.sleep(STAYS_SECONDS)
                    raise
                except Exception as error:  # whatever a client raises
                    await asyncio.sleep(STAYS_SECONDS)
                    return Ran(ran.received, f"raised: {raised(error)}", ran.turns, error)
                ran.received += [_shown(each) for each in results]
                ran.program = "; ".join(f"`structuredContent` {code(each.structured_content)}" for each in results)
        return ran

    async def offered(self, *tools: Any) -> list[Offered]:
        async with Client(served(*tools)) as client:
            listed = (await client.list_tools()).tools
        return [Offered(each.name, each.input_schema, each.output_schema) for each in listed]

    def inventory(self) -> dict[str, list[str]]:
        return {}  # MCP is a protocol and comes without tools

    async def ask(self, snippet: ModuleType, arguments: Mapping[str, Any], allowed_hosts: Sequence[str]) -> Ran:
        try:
            result = await snippet.answer(dict(arguments), allowed_hosts)
        except Exception as error:  # whatever a client raises
            return Ran(program=f"raised: {raised(error)}", raised=error)
        return Ran([_shown(result)])

    def own_error(self, text: str) -> Exception:
        return ToolError(text)

    def by_hand(self, schema: Mapping[str, Any], function: Callable[..., Any]) -> tuple[str, Any]:
        """Serve the tool without an ``MCPServer``, which would generate its own schema."""

        async def tools(*_: Any) -> ListToolsResult:
            return ListToolsResult(
                tools=[Tool(name="echo", description="Say what arrived.", input_schema=dict(schema))]
            )

        async def call(_: Any, params: Any) -> CallToolResult:
            return CallToolResult(content=[TextContent(text=str(function(**params.arguments)))])

        return "`lowlevel.Server`", Server("toy", on_list_tools=tools, on_call_tool=call)

    def limited(self, function: Callable[..., Any], seconds: float) -> tuple[str, Any]:
        return "`Client.call_tool(read_timeout_seconds=…)`", _Limited(function, seconds)

    async def progress(self) -> str:
        async def telling(ctx: Context) -> str:
            """Tell how far it is."""
            await ctx.report_progress(1, 2, "half")
            return "done"

        heard: list[Any] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            heard.append([progress, total, message])

        async with Client(served(telling)) as client:
            await client.call_tool("telling", {}, progress_callback=hear)
        return f"`Context.report_progress` reaches the client's `progress_callback`: {code(heard[0])}"


def served(*tools: Any) -> MCPServer:
    server: MCPServer = MCPServer("toy")
    for each in tools:
        server.add_tool(each)
    return server


def _shown(result: CallToolResult) -> str:
    """Return the part of a result that a host passes to its model, as Markdown."""
    texts = [each.text for each in result.content if isinstance(each, TextContent)]
    shown = ", ".join(map(code, texts)) or "no content"
    return f"{shown}, `isError` {code(bool(result.is_error))}"


FRAMEWORK = MCP()
