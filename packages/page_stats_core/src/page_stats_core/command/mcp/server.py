"""The MCP server, for any transport. It lists the tool and runs the calls of the tool.

``page_stats_core.arguments`` checks the arguments; they are never checked against the advertised schema (§M.2).
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Final

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic.json_schema import models_json_schema
from starlette.requests import Request

from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.arguments import accept
from page_stats_core.calls import apage_stats_payload
from page_stats_core.contract import (
    INTERNAL_ERROR_MESSAGE,
    TOOL_DESCRIPTION,
    TOOL_NAME,
    TOOL_TITLE,
    PageStats,
    PageStatsConfig,
    PageStatsError,
    PageStatsFailure,
    PageStatsInput,
)

Context = ServerRequestContext[dict[str, Any], Request]

PROGRESS_SECONDS: Final = 1.0
# Maximum bytes of a message, over HTTP or standard input. The tool would reject longer arguments anyway.
MESSAGE_MAX: Final = 4_194_304


def answer_schema() -> dict[str, Any]:
    """Return the schema of a result: a success or a failure. MCP requires type ``object`` at the root (§M.1)."""
    definitions = models_json_schema([(model, "validation") for model in (PageStats, PageStatsFailure)])[1]["$defs"]
    return {
        "type": "object",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in definitions],
        "$defs": definitions,
    }


TOOL: Final = Tool(
    name=TOOL_NAME,
    title=TOOL_TITLE,
    description=TOOL_DESCRIPTION,
    input_schema=PageStatsInput.model_json_schema(),
    output_schema=answer_schema(),
    annotations=ToolAnnotations(
        read_only_hint=True,
        destructive_hint=False,
        idempotent_hint=True,  # GET is idempotent (RFC 9110, 9.2.2)
        open_world_hint=True,
    ),
)


def make_server(config: PageStatsConfig) -> Server[dict[str, Any]]:
    """Return an MCP server that offers the tool with *config*. The caller runs the server on a transport."""

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[TOOL])

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name != TOOL_NAME:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: the only tool is {TOOL_NAME}.")
        return _result(await _call(context, params.arguments, config))

    return Server(
        "page-stats",
        version=VERSION,
        title=TOOL_TITLE,
        website_url=REPOSITORY,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _call(context: Context, arguments: object, config: PageStatsConfig) -> dict[str, Any]:
    """Call the tool and return the contract's payload. The call is cancelled if the client disconnects.

    An internal error is replaced by an error with a fixed message, because its own message may contain secrets (§M.9).
    """
    call = asyncio.create_task(apage_stats_payload(arguments, config))
    leaving = asyncio.create_task(_client_leaves(context.request))
    telling = asyncio.create_task(_report_progress(context, arguments))
    try:
        await asyncio.wait({call, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if call.done():
            return call.result()
    except Exception:  # a failed call does not raise, so this is an internal error
        raise MCPError(INTERNAL_ERROR, INTERNAL_ERROR_MESSAGE) from None
    finally:
        for task in (call, leaving, telling):
            task.cancel()
    raise MCPError(CONNECTION_CLOSED, "The client disconnected.")


def _result(payload: dict[str, Any]) -> CallToolResult:
    """Return *payload* as the result of an MCP tool call: as JSON text and as structured content (§M.3)."""
    text = TextContent(type="text", text=json.dumps(payload, ensure_ascii=False))
    return CallToolResult(content=[text], structured_content=payload, is_error=not payload["ok"])


async def _client_leaves(request: Request | None) -> None:
    """Wait until the client of an HTTP *request* disconnects (§M.6). Without a *request*, wait forever."""
    if request is None:
        await asyncio.Event().wait()
    else:
        while (await request.receive())["type"] != "http.disconnect":
            pass


async def _report_progress(context: Context, arguments: object) -> None:
    """Report the elapsed seconds every second if the client sent a progress token (§M.5)."""
    if "progress_token" not in (context.meta or {}):
        return
    with suppress(PageStatsError):  # the call itself reports invalid arguments
        seconds = accept(arguments).input.timeout_seconds
        for elapsed in range(seconds):
            await context.session.report_progress(elapsed, seconds)
            await asyncio.sleep(PROGRESS_SECONDS)
