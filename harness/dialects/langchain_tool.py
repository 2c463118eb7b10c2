"""The LangChain tool as a dialect, called with ``invoke`` or, with ``--async``, ``ainvoke``.

A message's content, which models receive, is checked against its artifact, which programs receive.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from langchain_core.messages import ToolMessage
from langchain_page_stats import PageStatsTool, tool
from page_stats_core import PageStatsConfig, PageStatsError, page_stats_payload
from page_stats_core.arguments import accept
from pydantic import ValidationError

from harness.dialects.ndjson_loop import Request, answer_requests

Invoke = Callable[[PageStatsTool, Any], ToolMessage]


def invoke(made: PageStatsTool, call: Any) -> ToolMessage:
    message: ToolMessage = made.invoke(call)
    return message


def ainvoke(made: PageStatsTool, call: Any) -> ToolMessage:
    message: ToolMessage = asyncio.run(made.ainvoke(call))
    return message


def answer(request: Request, invoke: Invoke) -> Any:
    try:
        made = PageStatsTool(**request["config"])
    except ValidationError as error:
        return refusal(error)
    call = {"type": "tool_call", "id": "1", "name": "page_stats", "args": request["arguments"]}
    if request["family"] == "fetch":
        return read_off(invoke(made, call))
    with patch.multiple(tool, page_stats_payload=accepted, apage_stats_payload=aaccepted):
        payload = read_off(invoke(made, call))
    if not payload["ok"]:
        return payload
    return {"accepted": payload["accepted"] if request["family"] == "arguments" else True}


def read_off(message: ToolMessage) -> dict[str, Any]:
    """Return the message's content after checking it against the message's status and artifact."""
    payload: dict[str, Any] = json.loads(str(message.content))
    assert message.status == ("success" if payload["ok"] else "error"), message
    assert message.artifact == (payload if payload["ok"] else None), message
    return payload


def refusal(error: ValidationError) -> dict[str, Any]:
    """Return the constructor's first validation error as a failure."""
    fault = error.errors()[0]
    return {
        "ok": False,
        "error_code": "invalid_parameter",
        "message": fault["msg"],
        "retryable": False,
        "parameter": fault["loc"][0],
    }


def accepted(arguments: Any, config: PageStatsConfig) -> dict[str, Any]:
    """Replace the core's call: return the accepted arguments without a fetch, so that example.com is not contacted."""
    try:
        return {"ok": True, "accepted": accept(arguments).input.model_dump()}
    except PageStatsError:
        return page_stats_payload(arguments, config)


async def aaccepted(arguments: Any, config: PageStatsConfig) -> dict[str, Any]:
    return accepted(arguments, config)


def main() -> None:
    chosen = ainvoke if "--async" in sys.argv[1:] else invoke
    answer_requests(lambda request: answer(request, chosen))


if __name__ == "__main__":
    main()
