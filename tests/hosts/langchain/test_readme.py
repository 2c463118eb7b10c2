"""The code blocks of the README run in order, and each prints the output shown below it."""

from __future__ import annotations

from typing import Any

import pytest
from langchain.agents import create_agent, middleware

from harness.documents import example
from harness.hosts.langchain.agents import Busy, Run
from harness.hosts.langchain.readme import Reader
from harness.hosts.langchain.scripted import model_that_calls, told, tool_messages
from harness.servers import Servers
from harness.servers.answers import PAGE, answer


@pytest.fixture
def page(servers: Servers) -> str:
    """Serve the README's sample page and return its URL."""
    return servers.pages.put(example.PATH, example.BODY, "text/html")


def test_blocks(page: str) -> None:
    """Every block prints the output shown below it."""
    for printed, expected in Reader(page).read():
        assert printed == expected


class TestRecipes:
    @pytest.fixture
    def names(self, page: str) -> dict[str, Any]:
        """Run the README's blocks, with very short waits between retries, and return the variables that they define."""
        reader = Reader(page)
        reader.read(waits=0.01)
        return reader.names

    @pytest.fixture
    def handing_over(self, names: dict[str, Any]) -> list[Any]:
        """Return the middleware of the README's recipe that sends failures to the model."""
        return [middleware.ToolErrorMiddleware(names["hand_over"], tools=[names["strict"]])]

    def test_handing_over(self, run: Run, names: dict[str, Any], handing_over: list[Any], busy: Any) -> None:
        """The middleware sends each failure to the model without a retry, and other calls are not affected."""
        server = busy(answer(status=503))
        calls = [{"url": server.url}, {"url": "ftp://example.com/"}, {"depth": 1}]
        agent = create_agent(model_that_calls(*calls), tools=[names["strict"]], middleware=handing_over)
        codes = [told(message)["error_code"] for message in tool_messages(run(agent))]
        assert codes == ["http_error", "invalid_url", "invalid_parameter"]
        assert server.connections == 1

    def test_errors_of_others(self, names: dict[str, Any]) -> None:
        """The recipes do not handle errors of other tools."""
        assert names["hand_over"](ValueError("ours"), None) is None
        assert not names["may_pass"](ValueError("ours"))

    @pytest.mark.parametrize(
        ("responses", "asked", "status"),
        [
            ([answer(status=503)], 2, "success"),
            ([answer(PAGE, "Retry-After: 0", status=429)], 2, "success"),
            ([b""], 2, "success"),  # the connection is closed without a response
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
        """A transient failure is retried at most twice, but not if the server asks for too long a wait."""
        server: Busy = busy(*responses)
        strict = names["strict"]
        agent = create_agent(
            model_that_calls({"url": server.url}), tools=[strict], middleware=[*handing_over, names["retries"]]
        )
        state = run(agent)
        assert [message.status for message in tool_messages(state)] == [status]
        assert (server.connections, state["messages"][-1].content) == (asked, "done")
