"""The MCP server, called by the clients of the official SDKs. Tests with a `caller` run once for each client."""

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
    """The server's only tool has the description, schemas and annotations of the contract (§M.1)."""
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
    """A call for a page without a title succeeds, with null as the title (§M.3)."""
    url = servers.pages.put("untitled", b"Two words", "text/html")
    assert caller.call({"url": url}).payload == {
        "ok": True,
        "url": url,
        "final_url": url,
        "status": 200,
        "content_type": "text/html",
        "title": None,
        "word_count": 2,
        "link_word_count": 0,
        "truncated": False,
    }


@pytest.mark.parametrize("code", FAILURES)
def test_failure(caller: Caller, servers: Servers, code: str) -> None:
    """A failure is returned as a tool error with the contract's failure object, which both SDKs validate (§M.3)."""
    arguments, added = FAILURES[code]
    outcome = caller.call({**arguments, "url": arguments["url"].format_map(servers.places)})
    assert outcome.result["isError"] is True
    assert {"error_code": code, **added}.items() <= outcome.payload.items()


@pytest.mark.parametrize("seconds", ["30", 30.0, None, "", "7.0"])
def test_seconds_that_the_schema_refuses(caller: Caller, servers: Servers, seconds: object) -> None:
    """The tool accepts some values of timeout_seconds that its schema does not allow, such as "30" (§M.2)."""
    assert caller.call({"url": f"{servers.places['base']}/ok", "timeout_seconds": seconds}).payload["ok"]


NO_SECONDS: tuple[Any, ...] = (True, 30.5, 0, 61, "soon", [], {})
WRONG = [*({"timeout_seconds": seconds} for seconds in NO_SECONDS), {"url": 1}, {"url": None}]


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_arguments(caller: Caller, servers: Servers, arguments: dict[str, object]) -> None:
    """A wrong argument leads to a tool error with a message from the core, not to a protocol error (§M.2)."""
    payload = caller.call({"url": f"{servers.places['base']}/ok", **arguments}).payload
    assert payload["error_code"] == ("invalid_url" if "url" in arguments else "invalid_parameter")


def test_progress(caller: Caller, servers: Servers) -> None:
    """A client that asks for progress receives the elapsed time at the start and every second (§M.5)."""
    outcome = caller.call({"url": f"{servers.places['base']}/never", "timeout_seconds": 2})
    assert outcome.payload["error_code"] == "timeout"
    assert outcome.progress == [(0, 2), (1, 2)]


def test_at_once(caller: Caller, servers: Servers) -> None:
    """Twenty concurrent calls of one second each take less than two seconds in total, and get separate results."""
    urls = [f"{servers.places['base']}/slow?{number}" for number in range(20)]
    began = time.monotonic()
    sent = [caller.send({"url": url}) for url in urls]
    assert [each.result(SLACK_SECONDS * 10).payload["url"] for each in sent] == urls
    assert time.monotonic() - began < 2 + SLACK_SECONDS


def test_cancel(caller: Caller, silent: Silent) -> None:
    """When a call is cancelled, its connection is closed within a second. The client can call again (§M.6)."""
    sent = caller.send({"url": silent.url, "timeout_seconds": 60})
    assert silent.asked.wait(SLACK_SECONDS * 5)
    sent.cancel()
    assert silent.left.wait(1 + SLACK_SECONDS)
    assert caller.call({}).payload["error_code"] == "invalid_url"


def test_without_typescript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CHECK_REQUIRE recognizes both reasons for which the TypeScript clients are skipped."""
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
