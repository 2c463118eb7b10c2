"""The tool: configuration, invocation, results and failures."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import ToolMessage
from langchain_core.tools import StructuredTool
from langchain_page_stats import PageStatsTool, PageStatsToolError, page_stats_tool
from page_stats_core import PageStatsConfig
from page_stats_core.contract import FAULTS
from pydantic import ValidationError

from harness.servers import PUBLIC
from harness.servers.leftovers import client_sockets, page_stats_threads
from harness.waiting import eventually

IN_ORDER = {"url": "https://example.com/"}


def call(**arguments: Any) -> dict[str, Any]:
    """Return a tool call in the form that a model sends."""
    return {"type": "tool_call", "id": "call-1", "name": "page_stats", "args": arguments}


@pytest.fixture(params=["invoke", "ainvoke"])
def ask(request):
    """Return a function that calls a tool's ``invoke`` or ``ainvoke``, so that each test runs with both."""

    def invoke(tool, given, **options):
        if request.param == "invoke":
            return tool.invoke(given, **options)
        return asyncio.run(tool.ainvoke(given, **options))

    return invoke


class TestConfiguration:
    def test_defaults(self):
        """Without options, every configuration key has the contract's default."""
        assert PageStatsTool()._config == PageStatsConfig()

    def test_every_key(self):
        """Every configuration key is an option."""
        options = {
            "user_agent": "tides/1",
            "max_bytes": 1000,
            "allowed_hosts": ["wiki.corp", "10.0.0.0/8"],
            "allow_private_network": True,
            "proxy": "http://me:secret@proxy.corp:3128",
        }
        assert set(options) == set(PageStatsConfig.model_fields)
        assert PageStatsTool(**options)._config == PageStatsConfig(**options)

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("user_agent", "two\nlines"),
            ("max_bytes", 0),
            ("max_bytes", "1000"),
            ("max_bytes", True),
            ("allowed_hosts", "wiki.corp"),
            ("allowed_hosts", ["10.1.2.3/8"]),
            ("allow_private_network", "yes"),
            ("proxy", "http://me:secret@proxy.corp"),
        ],
    )
    def test_wrong_values(self, key, value):
        """Construction and assignment reject a wrong value with the contract's message, and do not repeat the value."""
        tool = PageStatsTool()
        before = tool._config
        with pytest.raises(ValueError, match=key) as made:
            PageStatsTool(**{key: value})
        with pytest.raises(ValueError, match=key):
            setattr(tool, key, value)
        assert FAULTS[f"config.{key}"].message in str(made.value)
        assert "secret" not in str(made.value)
        assert tool._config == before

    @pytest.mark.parametrize(
        "proxy",
        ["http://me:secret@proxy.corp", "socks5://me:secret@a:1", "me:secret@a:1", b"me:secret@a:1", ["me:secret@a:1"]],
    )
    def test_password_is_not_in_errors(self, proxy):
        """No part of a validation error repeats a proxy's password, at construction or assignment."""
        attempts = [
            lambda: PageStatsTool(proxy=proxy),
            lambda: PageStatsTool(proxi=proxy),
            lambda: setattr(PageStatsTool(), "proxy", proxy),
            lambda: setattr(PageStatsTool(), "proxi", proxy),
        ]
        for attempt in attempts:
            with pytest.raises(ValidationError) as caught:
                attempt()
            assert "secret" not in str(caught.value) + repr(caught.value.errors()) + caught.value.json()

    def test_list_of_hosts_by_type(self):
        """The type annotation of ``allowed_hosts`` permits a list, as in the README's example."""
        assert PageStatsTool.model_fields["allowed_hosts"].annotation == Sequence[str]

    def test_defaults_of_a_subclass(self):
        """A subclass's defaults are validated at construction."""

        class Small(PageStatsTool):
            max_bytes: int = 1000
            allowed_hosts: Sequence[str] = ["wiki.corp"]

        class Wrong(PageStatsTool):
            max_bytes: int = 0

        assert Small()._config == PageStatsConfig(max_bytes=1000, allowed_hosts=("wiki.corp",))
        with pytest.raises(ValueError, match="max_bytes must be a whole number"):
            Wrong()

    @pytest.mark.parametrize("name", ["max_byte", "maxBytes", "timeout_seconds", "network"])
    def test_unknown_options(self, name):
        """An unknown option is rejected with an error that names the option."""
        with pytest.raises(ValueError, match=name):
            PageStatsTool(**{name: 1})

    def test_response_format(self):
        """The response format cannot be changed, because ``_run`` always returns content and artifact."""
        with pytest.raises(ValueError, match="response_format"):
            PageStatsTool(response_format="content")

    @pytest.mark.parametrize("key", PageStatsConfig.model_fields)
    def test_null_is_absent(self, key):
        """An option that is set to None gets its default value."""
        assert PageStatsTool(**{key: None})._config == PageStatsConfig()

    def test_assignment(self):
        """An assigned value takes effect for later calls."""
        tool = PageStatsTool()
        tool.max_bytes = 1000
        tool.allowed_hosts = ["wiki.corp"]
        assert tool._config == PageStatsConfig(max_bytes=1000, allowed_hosts=("wiki.corp",))

    def test_printing(self):
        """The repr does not contain a proxy's password."""
        assert "secret" not in repr(PageStatsTool(proxy="http://me:secret@proxy.corp:3128"))

    @pytest.mark.parametrize("remake", [copy.copy, copy.deepcopy, lambda tool: pickle.loads(pickle.dumps(tool))])
    def test_copies(self, remake):
        """A tool can be copied and pickled."""
        tool = PageStatsTool(max_bytes=1000)
        assert remake(tool) == tool


class TestEnvironment:
    def test_both_variables(self, monkeypatch):
        """Environment variables set the defaults, and options override them."""
        monkeypatch.setenv("PAGE_STATS_USER_AGENT", "tides/1")
        monkeypatch.setenv("PAGE_STATS_MAX_BYTES", "1000")
        assert PageStatsTool()._config == PageStatsConfig(user_agent="tides/1", max_bytes=1000)
        assert PageStatsTool(max_bytes=2000, user_agent=None)._config == PageStatsConfig(
            user_agent="tides/1", max_bytes=2000
        )

    def test_empty(self, monkeypatch):
        """An empty variable counts as absent."""
        monkeypatch.setenv("PAGE_STATS_USER_AGENT", "")
        monkeypatch.setenv("PAGE_STATS_MAX_BYTES", "")
        assert PageStatsTool()._config == PageStatsConfig()

    @pytest.mark.parametrize("value", ["0", "many", "-1", "1e3", " 1000", "1_000", "٣٠", "20000001", "9" * 5000])
    def test_wrong_number(self, monkeypatch, value):
        """An invalid number in the environment is rejected."""
        monkeypatch.setenv("PAGE_STATS_MAX_BYTES", value)
        with pytest.raises(ValueError, match="max_bytes must be a whole number"):
            PageStatsTool()

    def test_protection(self, monkeypatch):
        """Options that allow private addresses or set a proxy are not read from the environment."""
        for name in ("PAGE_STATS_ALLOWED_HOSTS", "PAGE_STATS_ALLOW_PRIVATE_NETWORK", "PAGE_STATS_PROXY", "HTTP_PROXY"):
            monkeypatch.setenv(name, "http://127.0.0.1:9999")
        assert PageStatsTool()._config == PageStatsConfig()


class TestSuccess:
    def test_with_arguments(self, ask, tool, base):
        """If the tool is invoked with plain arguments, it returns the result as JSON."""
        answer = json.loads(ask(tool, {"url": f"{base}/ok", "timeout_seconds": 5}))
        assert (answer["ok"], answer["title"], answer["word_count"]) == (True, "Low water", 4)

    def test_with_a_string(self, ask, tool, base):
        """If the tool is invoked with a string, the string is the URL and the timeout has its default."""
        assert json.loads(ask(tool, f"{base}/ok"))["title"] == "Low water"

    def test_with_a_tool_call(self, ask, tool, base):
        """A tool call returns a message with the result as JSON in its content and as a dict in its artifact."""
        message = ask(tool, call(url=f"{base}/ok"))
        assert isinstance(message, ToolMessage)
        assert (message.status, message.tool_call_id, message.name) == ("success", "call-1", "page_stats")
        assert json.loads(message.content) == message.artifact
        assert message.artifact["title"] == "Low water"
        assert type(message.artifact) is dict

    def test_hostile_title(self, ask, tool, base):
        """A malicious title reaches the model as one line of printable, valid Unicode."""
        content = ask(tool, call(url=f"{base}/title/escapes")).content
        assert json.loads(content.encode().decode())["title"].isprintable()


class TestFailure:
    def test_handed_to_the_model(self, ask, tool, base):
        """A failure is returned to the model as JSON, in a message with status ``error``."""
        message = ask(tool, call(url=f"{base}/status/503"))
        assert message.status == "error"
        assert json.loads(message.content) == {
            "ok": False,
            "error_code": "http_error",
            "message": "The server answered with status 503.",
            "retryable": True,
            "status": 503,
        }

    def test_raised(self, ask, raising, base):
        """A tool that does not handle failures raises PageStatsToolError. The error's ``__cause__`` is None."""
        with pytest.raises(PageStatsToolError) as caught:
            ask(raising, call(url=f"{base}/retry-after/digits"))
        assert (caught.value.code, caught.value.retryable) == ("http_error", True)
        assert caught.value.payload["retry_after_seconds"] == 120
        assert caught.value.__cause__ is None

    def test_urls_are_raised_too(self, ask, raising):
        """A tool that does not handle failures also raises PageStatsToolError for an invalid URL."""
        with pytest.raises(PageStatsToolError) as caught:
            ask(raising, call(url="ftp://example.com/"))
        assert caught.value.code == "invalid_url"

    @pytest.mark.parametrize("arguments", [{}, IN_ORDER | {"timeout_seconds": True}, IN_ORDER | {"depth": 1}])
    def test_arguments_are_handed_to_the_model(self, ask, raising, arguments):
        """If arguments violate the schema, the model receives the error, even if the tool raises other failures."""
        message = ask(raising, call(**arguments))
        assert message.status == "error"
        assert json.loads(message.content)["error_code"].startswith("invalid")

    @pytest.mark.parametrize("url", ["http://me:secret@example.com/", "http://me:secret@example.com:99999/"])
    def test_password(self, ask, tool, url):
        """A URL with a password is rejected, and the error does not repeat the password."""
        content = ask(tool, call(url=url)).content
        assert json.loads(content)["error_code"] == "invalid_url"
        assert "secret" not in content

    def test_handled_otherwise(self, ask, base):
        """``handle_tool_error`` may be a fixed text or a function, as in any LangChain tool."""
        spoken = PageStatsTool(allowed_hosts=[PUBLIC], handle_tool_error="No page.")
        assert ask(spoken, call(url=f"{base}/pdf")).content == "No page."
        coded = PageStatsTool(allowed_hosts=[PUBLIC], handle_tool_error=lambda error: error.code)
        assert ask(coded, call(url=f"{base}/pdf")).content == "unsupported_content_type"


class TestDirectly:
    """Frameworks other than LangChain call ``_run`` and ``_arun`` directly, with unchecked arguments."""

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ({}, "invalid_url"),
            ({"url": 7}, "invalid_url"),
            (IN_ORDER | {"timeout_seconds": 999}, "invalid_parameter"),
            (IN_ORDER | {"timeout_seconds": True}, "invalid_parameter"),
            (IN_ORDER | {"depth": 1}, "invalid_parameter"),
        ],
    )
    def test_wrong_arguments(self, tool, arguments, code):
        """Arguments that LangChain has not checked are checked by the core."""
        with pytest.raises(PageStatsToolError) as blocking:
            tool._run(**arguments)
        with pytest.raises(PageStatsToolError) as asynchronous:
            asyncio.run(tool._arun(**arguments))
        assert blocking.value.payload == asynchronous.value.payload
        assert blocking.value.code == code

    def test_answer(self, tool, base):
        """``_run`` and ``_arun`` return the result as JSON and as a dict."""
        content, artifact = tool._run(f"{base}/ok")
        assert json.loads(content) == artifact == asyncio.run(tool._arun(f"{base}/ok"))[1]


class TestRunnable:
    def test_batch(self, tool, base):
        """A batch returns results in order, including failures."""
        calls = [{"url": f"{base}{path}"} for path in ("/ok", "/status/404", "/ok")]
        expected = [True, False, True]
        assert [json.loads(answer)["ok"] for answer in tool.batch(calls)] == expected
        assert [json.loads(answer)["ok"] for answer in asyncio.run(tool.abatch(calls))] == expected

    def test_batch_with_exceptions(self, raising, base):
        """If the tool raises failures, a batch can return the exception of a failed call in place of a result."""
        calls = [{"url": f"{base}/ok"}, {"url": f"{base}/status/404"}]
        page, error = raising.batch(calls, return_exceptions=True)
        assert json.loads(page)["ok"]
        assert error.code == "http_error"

    def test_config(self, ask, tool, base):
        """Callbacks, tags and metadata passed with a call are used in addition to the tool's own tags."""
        seen = []

        class Blocking(BaseCallbackHandler):
            def on_tool_start(self, serialized, input_str, *, tags=None, metadata=None, **kwargs):
                seen.append((serialized["name"], sorted(tags), metadata["asked"]))

            def on_tool_end(self, output, **kwargs):
                seen.append(output.status)

        tool.tags = ["ours"]
        config = {"callbacks": [Blocking()], "tags": ["theirs"], "metadata": {"asked": "by whom"}}
        ask(tool, call(url=f"{base}/pdf"), config=config)
        assert seen == [("page_stats", ["ours", "theirs"], "by whom"), "error"]

    def test_with_retry(self, raising, base):
        """``with_retry`` can retry on PageStatsToolError, and raises this error after the last attempt."""
        retrying = raising.with_retry(
            retry_if_exception_type=(PageStatsToolError,), stop_after_attempt=2, wait_exponential_jitter=False
        )
        with pytest.raises(PageStatsToolError):
            retrying.invoke({"url": f"{base}/status/404"})

    def test_events(self, tool, base):
        """The event stream reports the start and end of the call."""

        async def events():
            return [each["event"] async for each in tool.astream_events({"url": f"{base}/ok"}, version="v2")]

        assert {"on_tool_start", "on_tool_end"} <= set(asyncio.run(events()))


class TestCancelling:
    def test_reaches_the_socket(self, tool, base):
        """Cancelling ``ainvoke`` closes the connection at once."""

        async def cancel():
            before = client_sockets()
            arguments = {"url": f"{base}/never", "timeout_seconds": 60}
            task = asyncio.create_task(tool.ainvoke(arguments))
            while not client_sockets() > before:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert client_sockets() == before

        asyncio.run(cancel())
        assert eventually(lambda: not page_stats_threads())

    def test_timeout_of_the_callers(self, tool, base):
        """If ``asyncio.wait_for`` ends a call, TimeoutError is raised and the connection is closed."""

        async def wait():
            before = client_sockets()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(tool.ainvoke({"url": f"{base}/never", "timeout_seconds": 60}), 0.2)
            assert client_sockets() == before

        asyncio.run(wait())


class TestStructuredTool:
    def test_is_the_same_tool(self):
        """The StructuredTool has the same name, description, schema and error handlers as PageStatsTool."""
        structured, tool = page_stats_tool(tags=["tide"]), PageStatsTool(tags=["tide"])
        assert isinstance(structured, StructuredTool)
        for name in ("name", "description", "args_schema", "tags", "handle_tool_error", "handle_validation_error"):
            assert getattr(structured, name) == getattr(tool, name)
        assert structured.tool_call_schema.model_json_schema() == tool.tool_call_schema.model_json_schema()

    def test_in_langchain(self, ask, base):
        """In LangChain, the StructuredTool returns the same content as PageStatsTool, but no artifact."""
        structured = page_stats_tool(allowed_hosts=[PUBLIC])
        message = ask(structured, call(url=f"{base}/ok"))
        assert json.loads(message.content)["title"] == "Low water"
        assert (message.status, message.artifact) == ("success", None)
        assert ask(structured, call(url=f"{base}/pdf")).status == "error"
        assert json.loads(ask(structured, call(depth=1)).content)["parameter"] == "depth"

    def test_its_functions(self, base):
        """The StructuredTool's two functions return JSON, and raise an exception for a failure or a wrong argument."""
        structured = page_stats_tool(allowed_hosts=[PUBLIC])
        assert json.loads(structured.func(url=f"{base}/ok"))["ok"]
        assert json.loads(asyncio.run(structured.coroutine(url=f"{base}/ok")))["ok"]
        with pytest.raises(PageStatsToolError) as caught:
            structured.func(depth=1)
        assert caught.value.payload["parameter"] == "depth"

    def test_unknown_options(self):
        """An unknown option is rejected with an error that names the option."""
        with pytest.raises(ValueError, match="max_byte"):
            page_stats_tool(max_byte=1)
