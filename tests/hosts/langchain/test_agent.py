"""``create_agent`` with the tool. Every result reaches the model, and no failure ends an agent run by default."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.messages import AIMessage
from langchain_page_stats import PageStatsTool, PageStatsToolError
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command
from page_stats_core.contract import TOOL_DESCRIPTION

from harness.hosts.langchain.agents import QUESTION, Run
from harness.hosts.langchain.scripted import calls, model_that_calls, told, tool_messages
from harness.servers import Servers
from harness.servers.answers import answer
from harness.servers.leftovers import client_sockets

FAILURES: list[tuple[dict[str, Any], str, bool]] = [
    ({"url": "ftp://example.com/"}, "invalid_url", False),
    ({"url": "http://me:secret@example.com/"}, "invalid_url", False),
    ({"timeout_seconds": 5}, "invalid_url", False),
    ({"url": None}, "invalid_url", False),
    ({"url": "{base}/ok", "timeout_seconds": 999}, "invalid_parameter", False),
    ({"url": "{base}/ok", "timeout_seconds": "soon"}, "invalid_parameter", False),
    ({"url": "{base}/ok", "timeout_seconds": True}, "invalid_parameter", False),
    ({"url": "{base}/ok", "depth": 1}, "invalid_parameter", False),
    ({"url": "{base}/redirect/to-loopback"}, "blocked_address", False),
    ({"url": "{internal}/"}, "blocked_address", False),
    ({"url": "{base}/never", "timeout_seconds": 1}, "timeout", True),
    ({"url": "{base}/reset-body"}, "unreachable", True),
    ({"url": "{base}/banner"}, "unreachable", False),
    ({"url": "{refused}/"}, "unreachable", True),
    ({"url": "{base}/status/404"}, "http_error", False),
    ({"url": "{base}/retry-after/digits"}, "http_error", True),
    ({"url": "{base}/pdf"}, "unsupported_content_type", False),
]


def filled(arguments: dict[str, Any], servers: Servers) -> dict[str, Any]:
    """Return arguments with the servers' addresses filled in."""
    url = arguments.get("url")
    return arguments | {"url": url.format_map(servers.places)} if isinstance(url, str) else arguments


class TestCalls:
    @pytest.mark.smoke
    def test_success(self, run: Run, tool: PageStatsTool, base: str) -> None:
        """The model gets the result as JSON, the program gets it as a dict, and the agent run continues."""
        model = model_that_calls({"url": f"{base}/ok"})
        state = run(create_agent(model, tools=[tool]))
        (message,) = tool_messages(state)
        assert message.status == "success"
        assert told(message) == message.artifact
        assert (message.artifact["title"], message.artifact["word_count"]) == ("Low water", 4)
        assert state["messages"][-1].content == "done"

    def test_what_the_model_is_told(self, run: Run, tool: PageStatsTool, base: str) -> None:
        """The model receives the contract's description and schema of the tool."""
        model = model_that_calls({"url": f"{base}/ok"})
        run(create_agent(model, tools=[tool]))
        (bound,) = model.bound
        assert bound["function"]["description"] == TOOL_DESCRIPTION
        assert bound["function"]["parameters"]["properties"]["timeout_seconds"]["maximum"] == 60

    @pytest.mark.parametrize(("arguments", "code", "retryable"), FAILURES)
    def test_failure(
        self, run: Run, tool: PageStatsTool, servers: Servers, arguments: dict[str, Any], code: str, *, retryable: bool
    ) -> None:
        """Every failure reaches the model as JSON without passwords, and the agent run continues."""
        state = run(create_agent(model_that_calls(filled(arguments, servers)), tools=[tool]))
        (message,) = tool_messages(state)
        said = told(message)
        assert (message.status, said["ok"], said["error_code"], said["retryable"]) == ("error", False, code, retryable)
        assert "secret" not in message.content
        assert state["messages"][-1].content == "done"

    def test_in_parallel(self, run: Run, tool: PageStatsTool, servers: Servers) -> None:
        """Parallel calls get separate results, which are returned in the order of the calls."""
        asked = [{"url": "{base}/ok"}, *(arguments for arguments, _, _ in FAILURES), {"url": "{base}/hops/3"}]
        state = run(create_agent(model_that_calls(*(filled(each, servers) for each in asked)), tools=[tool]))
        codes = [told(message).get("error_code", "ok") for message in tool_messages(state)]
        assert codes == ["ok", *(code for _, code, _ in FAILURES), "ok"]

    def test_corrected(self, run: Run, tool: PageStatsTool, base: str) -> None:
        """After an error about a wrong argument, the model can correct the argument and call the tool again."""
        model = model_that_calls({"url": f"{base}/ok", "timeout_seconds": 999})
        model.script[1:] = [calls({"url": f"{base}/ok", "timeout_seconds": 60}), AIMessage("done")]
        state = run(create_agent(model, tools=[tool]))
        assert [message.status for message in tool_messages(state)] == ["error", "success"]
        assert "from 1 to 60" in model.seen[1][-1].content

    def test_raised(self, run: Run, raising: PageStatsTool, base: str) -> None:
        """If the tool raises failures, they reach the caller of the agent. Wrong arguments still go to the model."""
        with pytest.raises(PageStatsToolError):
            run(create_agent(model_that_calls({"url": f"{base}/pdf"}), tools=[raising]))
        state = run(create_agent(model_that_calls({"depth": 1}), tools=[raising]))
        assert told(tool_messages(state)[0])["parameter"] == "depth"

    def test_nothing_internal_is_reached(self, run: Run, tool: PageStatsTool, servers: Servers) -> None:
        """When an agent requests pages that redirect to an internal host, that host is never contacted."""
        before = servers.internal_connections
        base = servers.places["base"]
        targets = ("to-loopback", "to-number", "to-mapped", "to-localhost")
        model = model_that_calls(*({"url": f"{base}/redirect/{target}"} for target in targets))
        run(create_agent(model, tools=[tool]))
        assert servers.internal_connections == before


class TestToolNode:
    @pytest.fixture
    def graph(self, tool: PageStatsTool) -> Any:
        """Return a graph whose only node is the tool node."""
        graph = StateGraph(MessagesState).add_node("tools", ToolNode([tool]))
        return graph.add_edge(START, "tools").compile()

    def test_mixed(self, run: Run, graph: Any, servers: Servers) -> None:
        """Without an agent, a tool node returns the results of a message's calls in order, including failures."""
        asked = [{"url": "{base}/ok"}, {"url": "{base}/pdf"}, {"url": "{base}/ok", "timeout_seconds": True}]
        state = run(graph, {"messages": [calls(*(filled(each, servers) for each in asked))]})
        assert [message.status for message in tool_messages(state)] == ["success", "error", "error"]
        assert [message.tool_call_id for message in tool_messages(state)] == ["call-1", "call-2", "call-3"]


class TestStreaming:
    def test_updates(self, tool: PageStatsTool, base: str) -> None:
        """The tool's message comes between the model's two messages in a stream of updates."""
        agent = create_agent(model_that_calls({"url": f"{base}/ok"}), tools=[tool])
        steps = [name for update in agent.stream(QUESTION, stream_mode="updates") for name in update]
        assert steps == ["model", "tools", "model"]

    def test_messages(self, tool: PageStatsTool, base: str) -> None:
        """A stream of messages contains the tool's message."""

        async def names() -> list[str]:
            agent = create_agent(model_that_calls({"url": f"{base}/pdf"}), tools=[tool])
            return [message.name async for message, _ in agent.astream(QUESTION, stream_mode="messages")]

        assert "page_stats" in asyncio.run(names())

    def test_events(self, tool: PageStatsTool, base: str) -> None:
        """A stream of events contains the start and the end of the tool call."""

        async def events() -> list[str]:
            agent = create_agent(model_that_calls({"url": f"{base}/ok"}), tools=[tool])
            return [
                event["event"]
                async for event in agent.astream_events(QUESTION, version="v2")
                if event["name"] == "page_stats"
            ]

        assert asyncio.run(events()) == ["on_tool_start", "on_tool_end"]


class TestCheckpoints:
    @pytest.fixture
    def saver(self) -> InMemorySaver:
        """Return a checkpointer in strict mode, which restores only plain data and known LangChain types."""
        return InMemorySaver(serde=JsonPlusSerializer(allowed_msgpack_modules=None))

    def test_artifact_survives(self, run: Run, tool: PageStatsTool, saver: InMemorySaver, base: str) -> None:
        """A saved tool message is restored unchanged: its content, its status, and its artifact, which is a dict."""
        config = {"configurable": {"thread_id": "1"}}
        model = model_that_calls({"url": f"{base}/ok"}, {"url": f"{base}/pdf"})
        agent = create_agent(model, tools=[tool], checkpointer=saver)
        before = tool_messages(run(agent, config=config))
        after = tool_messages(agent.get_state(config).values)
        assert after == before
        assert (after[0].artifact["title"], after[1].status) == ("Low water", "error")

    def test_resumed_after_a_failure(self, run: Run, raising: PageStatsTool, saver: InMemorySaver, busy: Any) -> None:
        """After a raised failure has ended an agent run, the run can be resumed."""
        server = busy(answer(status=503))
        config = {"configurable": {"thread_id": "1"}}
        agent = create_agent(model_that_calls({"url": server.url}), tools=[raising], checkpointer=saver)
        with pytest.raises(PageStatsToolError):
            run(agent, config=config)
        state = run(agent, None, config=config)
        assert [message.status for message in tool_messages(state)] == ["success"]
        assert (server.connections, state["messages"][-1].content) == (2, "done")

    @pytest.mark.parametrize(
        ("decision", "status", "fetched"),
        [
            ({"type": "approve"}, "success", 1),
            ({"type": "reject", "message": "Not this one."}, "error", 0),
        ],
    )
    def test_a_human_is_asked(
        self,
        run: Run,
        tool: PageStatsTool,
        saver: InMemorySaver,
        busy: Any,
        *,
        decision: Any,
        status: str,
        fetched: int,
    ) -> None:
        """If calls need the approval of a human, a page is fetched only after the approval."""
        server = busy()
        config = {"configurable": {"thread_id": "1"}}
        agent = create_agent(
            model_that_calls({"url": server.url}),
            tools=[tool],
            checkpointer=saver,
            middleware=[HumanInTheLoopMiddleware(interrupt_on={"page_stats": True})],
        )
        asked = run(agent, config=config)
        assert (len(asked["__interrupt__"]), server.connections) == (1, 0)
        state = run(agent, Command(resume={"decisions": [decision]}), config=config)
        assert [message.status for message in tool_messages(state)] == [status]
        assert (server.connections, state["messages"][-1].content) == (fetched, "done")


class TestCancelling:
    @pytest.mark.parametrize("path", ["/never", "/trickled-body", "/slow-hops/9"])
    def test_reaches_the_sockets(self, tool: PageStatsTool, base: str, path: str) -> None:
        """Cancelling an agent run immediately closes the connections of all its tool calls."""

        async def cancel() -> None:
            before = client_sockets()
            arguments = {"url": base + path, "timeout_seconds": 60}
            agent = create_agent(model_that_calls(arguments, arguments), tools=[tool])
            task = asyncio.create_task(agent.ainvoke(QUESTION))
            while len(client_sockets() - before) < 2:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert client_sockets() == before

        asyncio.run(cancel())

    def test_others_go_on(self, tool: PageStatsTool, base: str) -> None:
        """Agents that wait for a slow server do not delay an agent that calls a fast server."""

        async def together() -> list[str]:
            slow = create_agent(model_that_calls({"url": f"{base}/never", "timeout_seconds": 2}), tools=[tool])
            quick = create_agent(model_that_calls({"url": f"{base}/ok"}), tools=[tool])
            order: list[str] = []

            async def one(name: str, agent: Any) -> None:
                await agent.ainvoke(QUESTION)
                order.append(name)

            await asyncio.gather(*(one("slow", slow) for _ in range(8)), one("quick", quick))
            return order

        assert asyncio.run(together())[0] == "quick"
