"""The server as the clients of the official SDKs see it: every test with each of them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from page_stats_core.contract import TOOL_DESCRIPTION

from harness.hosts.mcp import clients
from harness.hosts.mcp.clients import Caller, TypeScriptCaller
from harness.hosts.mcp.server import HANDSHAKE, MODERN
from harness.servers import Servers
from harness.servers.silent import Silent
from harness.waiting import SLACK_SECONDS
from lib import stage_report
from lib.repository import ROOT

CONTRACT = json.loads((ROOT / "spec/contract.schema.json").read_text("utf-8"))["$defs"]

FAILURES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "invalid_url": ({"url": "ftp://a.example/"}, {}),
    "invalid_parameter": ({"url": "{base}/ok", "zoom": 1}, {"parameter": "zoom"}),
    "blocked_address": ({"url": "{internal}/"}, {}),
    "timeout": ({"url": "{base}/never", "timeout_seconds": 1}, {"timeout_seconds": 1}),
    "unreachable": ({"url": "{refused}/"}, {"reason": "connect"}),
    "http_error": ({"url": "{base}/retry-after/digits"}, {"status": 503, "retry_after_seconds": 120}),
    "unsupported_content_type": ({"url": "{base}/pdf"}, {"content_type": "application/pdf"}),
}


def test_tool(caller: Caller) -> None:
    """There is one tool, as the contract states it: described, its schemas, what it is safe for (§M.1)."""
    (tool,) = caller.tools
    assert (tool["name"], tool["description"]) == ("page_stats", TOOL_DESCRIPTION)
    assert tool["inputSchema"] == CONTRACT["PageStatsInput"]
    assert tool["outputSchema"]["$defs"] == {name: CONTRACT[name] for name in ("PageStats", "PageStatsFailure")}
    assert tool["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": True,
    }
    assert caller.protocol in {None, HANDSHAKE, MODERN}


def test_page(caller: Caller, servers: Servers) -> None:
    """A page is the contract's success, a title that it has not null (§M.3)."""
    url = servers.pages.put("untitled", b"Two words", "text/html")
    assert caller.call({"url": url}).payload == {
        "ok": True,
        "url": url,
        "final_url": url,
        "status": 200,
        "content_type": "text/html",
        "title": None,
        "word_count": 2,
        "truncated": False,
    }


@pytest.mark.parametrize("code", FAILURES)
def test_failure(caller: Caller, servers: Servers, code: str) -> None:
    """A failure is an error of the tool, with the contract's object (§M.3); both SDKs hold it to the schema."""
    arguments, added = FAILURES[code]
    told = caller.call({**arguments, "url": arguments["url"].format_map(servers.places)})
    assert told.result["isError"] is True
    assert {"error_code": code, **added}.items() <= told.payload.items()


@pytest.mark.parametrize("seconds", ["30", 30.0, None, "", "7.0"])
def test_seconds_that_the_schema_refuses(caller: Caller, servers: Servers, seconds: object) -> None:
    """What the core takes for seconds is taken, although the schema has no word for it (§M.2)."""
    assert caller.call({"url": f"{servers.places['base']}/ok", "timeout_seconds": seconds}).payload["ok"]


NO_SECONDS: tuple[Any, ...] = (True, 30.5, 0, 61, "soon", [], {})
WRONG = [*({"timeout_seconds": seconds} for seconds in NO_SECONDS), {"url": 1}, {"url": None}]


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_arguments(caller: Caller, servers: Servers, arguments: dict[str, object]) -> None:
    """A wrong argument is a failure of the tool in the core's words, and no error of the protocol (§M.2)."""
    payload = caller.call({"url": f"{servers.places['base']}/ok", **arguments}).payload
    assert payload["error_code"] == ("invalid_url" if "url" in arguments else "invalid_parameter")


def test_progress(caller: Caller, servers: Servers) -> None:
    """Who asks for progress is told at the beginning and every second how much of the time is over (§M.5)."""
    told = caller.call({"url": f"{servers.places['base']}/never", "timeout_seconds": 2})
    assert told.payload["error_code"] == "timeout"
    assert told.progress == [(0, 2), (1, 2)]


def test_at_once(caller: Caller, servers: Servers) -> None:
    """Twenty calls for pages that take a second take together less than two of them, and none gets another's answer."""
    urls = [f"{servers.places['base']}/slow?{number}" for number in range(20)]
    began = time.monotonic()
    sent = [caller.send({"url": url}) for url in urls]
    assert [each.result(SLACK_SECONDS * 10).payload["url"] for each in sent] == urls
    assert time.monotonic() - began < 2 + SLACK_SECONDS


def test_cancel(caller: Caller, silent: Silent) -> None:
    """A call that is cancelled lets go of its connection within a second, and the client goes on (§M.6)."""
    sent = caller.send({"url": silent.url, "timeout_seconds": 60})
    assert silent.asked.wait(SLACK_SECONDS * 5)
    sent.cancel()
    assert silent.left.wait(1 + SLACK_SECONDS)
    assert caller.call({}).payload["error_code"] == "invalid_url"


def test_without_typescript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Node, or the clients for it, the reason why they are skipped is one that CHECK_REQUIRE knows."""
    monkeypatch.setattr(clients, "FOLDER", tmp_path)
    reasons = set()
    for node in (tmp_path, None):
        monkeypatch.setattr(clients, "find_node", lambda node=node: node)
        reasons.add(TypeScriptCaller.obstacle())
    assert len(reasons) == 2
    for reason in reasons:
        assert stage_report.missed(stage_report.Report(not_run={"a test": reason}), set(stage_report.REQUIRABLE)) == [
            "mcp-typescript"
        ]
