"""The README says what happens: its blocks run one after another, and print what stands below them."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

import pytest
from hosts.langchain.conftest import Busy, Run
from hosts.langchain.readme import blocks
from hosts.langchain.scripted import ScriptedModel, model_that_calls, tool_messages
from langchain.agents import create_agent, middleware
from langchain_core.messages import AIMessage
from servers import PUBLIC, Servers
from servers.answers import PAGE, answer

URL = "https://example.com/"
BODY = (
    b"<!doctype html><title>Example Domain</title><h1>Example Domain</h1><p>This page stands here so that examples "
    b"have somewhere to go. Ask for it twice a day."
)


class Reader:
    """Does what a reader would, but for where the page is: on a fixture server, which is permitted."""

    def __init__(self, servers: Servers) -> None:
        self._page = servers.pages.put("example/", BODY, "text/html")
        call = {"type": "tool_call", "id": "1", "name": "page_stats", "args": {"url": self._page}}
        model = ScriptedModel(script=[AIMessage("", tool_calls=[call]), AIMessage("It has 19 words.")])
        self.names: dict[str, Any] = {"model": model}

    def run(self, code: str, waits: float = 5) -> str:
        """Run a block; return what it prints."""
        for ours, theirs in {
            URL: self._page,
            "PageStatsTool()": f"PageStatsTool(allowed_hosts=['{PUBLIC}'])",
            "(handle_tool_error=False)": f"(handle_tool_error=False, allowed_hosts=['{PUBLIC}'])",
            "page_stats_tool()": f"page_stats_tool(allowed_hosts=['{PUBLIC}'])",
            "WAIT = 5": f"WAIT = {waits}",
        }.items():
            code = code.replace(ours, theirs)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, "README.md", "exec"), self.names)
        return printed.getvalue().replace(self._page, URL)


def lines(text: str) -> list[str]:
    """Return the lines, without the blanks with which LangChain ends some."""
    return [line.rstrip() for line in text.strip().splitlines()]


def test_blocks(servers: Servers) -> None:
    """Every block runs, and prints what stands below it."""
    reader = Reader(servers)
    for block in blocks():
        assert lines(reader.run(block.code)) == lines(block.prints)


class TestRecipes:
    @pytest.fixture
    def names(self, servers: Servers) -> dict[str, Any]:
        """Return the names that the README defines; its retries do not let a test wait."""
        reader = Reader(servers)
        for block in blocks():
            reader.run(block.code, waits=0.01)
        return reader.names

    @pytest.fixture
    def handing_over(self, names: dict[str, Any]) -> list[Any]:
        """Return the middleware of the first recipe."""
        return [middleware.ToolErrorMiddleware(names["hand_over"], tools=[names["strict"]])]

    def test_handing_over(self, run: Run, names: dict[str, Any], handing_over: list[Any], busy: Any) -> None:
        """Failures go to the model, each once, beside what succeeds."""
        server = busy(answer(status=503))
        calls = [{"url": server.url}, {"url": "ftp://example.com/"}, {"depth": 1}]
        agent = create_agent(model_that_calls(*calls), tools=[names["strict"]], middleware=handing_over)
        told = [json.loads(message.content)["error_code"] for message in tool_messages(run(agent))]
        assert told == ["http_error", "invalid_url", "invalid_parameter"]
        assert server.connections == 1

    def test_errors_of_others(self, names: dict[str, Any]) -> None:
        """An error that is not this tool's goes on."""
        assert names["hand_over"](ValueError("ours"), None) is None
        assert not names["may_pass"](ValueError("ours"))

    @pytest.mark.parametrize(
        ("responses", "asked", "status"),
        [
            ([answer(status=503)], 2, "success"),
            ([answer(PAGE, "Retry-After: 0", status=429)], 2, "success"),
            ([b""], 2, "success"),  # closed without a word
            ([answer(status=503)] * 3, 3, "error"),
            ([answer(PAGE, "Retry-After: 6", status=503)], 1, "error"),
            ([answer(status=404)], 1, "error"),
            ([answer(kind="application/pdf")], 1, "error"),
        ],
    )
    def test_retries(
        self,
        run: Run,
        names: dict[str, Any],
        handing_over: list[Any],
        busy: Any,
        *,
        responses: list[bytes],
        asked: int,
        status: str,
    ) -> None:
        """What may pass is asked for again, three times at most and not before the server wants it; all else once."""
        server: Busy = busy(*responses)
        strict = names["strict"]
        agent = create_agent(
            model_that_calls({"url": server.url}), tools=[strict], middleware=[*handing_over, names["retries"]]
        )
        state = run(agent)
        assert [message.status for message in tool_messages(state)] == [status]
        assert (server.connections, state["messages"][-1].content) == (asked, "done")
