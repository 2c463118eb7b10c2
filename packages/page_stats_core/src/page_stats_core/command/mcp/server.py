"""The MCP server: the one tool as the contract states it, and its call. It knows no transport.

What a client sends as arguments is checked by the core, never against the schema that is advertised (§M.2).
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
from page_stats_core.contract import (
    TOOL_DESCRIPTION,
    TOOL_NAME,
    PageStats,
    PageStatsConfig,
    PageStatsError,
    PageStatsFailure,
    PageStatsInput,
)
from page_stats_core.page import apage_stats_payload

Context = ServerRequestContext[dict[str, Any], Request]

PROGRESS_SECONDS: Final = 1.0
# The bytes of a message, over either transport; an argument of more is refused anyway.
MESSAGE_MAX: Final = 4_194_304
_TITLE: Final = "Page Stats"
_FAULT: Final = "page_stats failed with an internal error: please report it, and include the URL."


def answer_schema() -> dict[str, Any]:
    """Return the schema of what the tool answers, a success or a failure; MCP wants an object at its root (§M.1)."""
    definitions = models_json_schema([(model, "validation") for model in (PageStats, PageStatsFailure)])[1]["$defs"]
    return {
        "type": "object",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in definitions],
        "$defs": definitions,
    }


TOOL: Final = Tool(
    name=TOOL_NAME,
    title=_TITLE,
    description=TOOL_DESCRIPTION,
    input_schema=PageStatsInput.model_json_schema(),
    output_schema=answer_schema(),
    annotations=ToolAnnotations(
        read_only_hint=True,
        destructive_hint=False,
        idempotent_hint=True,  # a GET is (RFC 9110, 9.2.2)
        open_world_hint=True,
    ),
)


def make_server(config: PageStatsConfig) -> Server[dict[str, Any]]:
    """Return a server of the tool under *config*; a transport runs it."""

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[TOOL])

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name != TOOL_NAME:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: the only tool is {TOOL_NAME}.")
        return _result(await _look(context, params.arguments, config))

    return Server(
        "page-stats",
        version=VERSION,
        title=_TITLE,
        website_url=REPOSITORY,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _look(context: Context, arguments: object, config: PageStatsConfig) -> dict[str, Any]:
    """Return the contract's payload; a fault of ours is told in a fixed text, since it may hold a secret (§M.9)."""
    call = asyncio.create_task(apage_stats_payload(arguments, config))
    leaving = asyncio.create_task(_client_leaves(context.request))
    telling = asyncio.create_task(_tell_time(context, arguments))
    try:
        await asyncio.wait({call, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if call.done():
            return call.result()
    except Exception:  # whatever it is, it is ours
        raise MCPError(INTERNAL_ERROR, _FAULT) from None
    finally:
        for task in (call, leaving, telling):
            task.cancel()
    raise MCPError(CONNECTION_CLOSED, "The client disconnected.")


def _result(payload: dict[str, Any]) -> CallToolResult:
    """Apply §M.3."""
    text = TextContent(type="text", text=json.dumps(payload, ensure_ascii=False))
    return CallToolResult(content=[text], structured_content=payload, is_error=not payload["ok"])


async def _client_leaves(request: Request | None) -> None:
    """Wait until the client of an HTTP *request* is gone, since nobody could take its answer then (§M.6)."""
    if request is None:
        await asyncio.Event().wait()
    else:
        while (await request.receive())["type"] != "http.disconnect":
            pass


async def _tell_time(context: Context, arguments: object) -> None:
    """Say every second how much of its time the call has taken, if the client asked to be told (§M.5)."""
    if "progress_token" not in (context.meta or {}):
        return
    with suppress(PageStatsError):  # it is the answer
        seconds = accept(arguments).input.timeout_seconds
        for elapsed in range(seconds):
            await context.session.report_progress(elapsed, seconds)
            await asyncio.sleep(PROGRESS_SECONDS)
