"""Concurrent calls for all fetch cases and test pages, in threads, on an event loop and in greenlets (§5, §14)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from page_stats_core import PageStats, PageStatsFailure

from harness.parity.cases import filled, load_cases, request_of
from harness.servers import PUBLIC, Servers
from harness.servers.routes import paths
from harness.waiting import SLACK_SECONDS
from lib.hatch_env import python_path

CASES = [case for case in load_cases() if case.family == "fetch"]
WAYS = ["threads", "loop", "greenlets"]

pytestmark = pytest.mark.slow


def make(way: str, calls: list[dict[str, Any]], at_once: int, servers: Servers) -> dict[str, Any]:
    """Run caller.py with the test servers' certificate authority as trusted, and return its output."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(Path(__file__).with_name("caller.py")), way, str(at_once)],
        env=os.environ | {**python_path(), "SSL_CERT_FILE": servers.places["ca"]},
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert not ran.stderr
    return json.loads(ran.stdout)


def late(calls: list[dict[str, Any]], answers: list[tuple[Any, float]]) -> list[str]:
    """Return the URLs of calls that exceeded their deadline by more than ``SLACK_SECONDS``."""
    return [
        call["arguments"]["url"]
        for call, (_, seconds) in zip(calls, answers, strict=True)
        if seconds > call["arguments"].get("timeout_seconds", 10) + SLACK_SECONDS
    ]


@pytest.mark.parametrize("way", WAYS)
def test_cases(way: str, servers: Servers) -> None:
    """Every fetch case gives the expected payload by its deadline and leaves no socket or thread open."""
    calls = [request_of(case, servers.places) for case in CASES]
    made = make(way, calls, 8, servers)
    wrong = {}
    for case, (payload, _) in zip(CASES, made["answers"], strict=True):
        payload.pop("message", None)
        if payload != filled(case.expect, servers.places):
            wrong[case.name] = payload
    assert wrong == {}
    assert late(calls, made["answers"]) == []
    assert made["left"] == []


@pytest.mark.parametrize("way", WAYS)
def test_routes(way: str, servers: Servers) -> None:
    """Every path of the test server gives a valid payload by the deadline, and no call reaches the internal server."""
    before = servers.internal_connections
    calls = [
        {
            "arguments": {"url": servers.places["base"] + path, "timeout_seconds": 1},
            "config": {"allowed_hosts": [PUBLIC]},
        }
        for path in paths()
    ]
    made = make(way, calls, 8, servers)
    for payload, _ in made["answers"]:
        (PageStats if payload["ok"] else PageStatsFailure).model_validate(payload)
    assert late(calls, made["answers"]) == []
    assert made["left"] == []
    assert servers.internal_connections == before


@pytest.mark.parametrize("way", WAYS)
def test_fifty_silent_servers(way: str, servers: Servers) -> None:
    """If a server never answers, each of fifty calls to it ends at its deadline."""
    call = {"arguments": {"url": "{base}/never", "timeout_seconds": 1}, "config": {"allowed_hosts": [PUBLIC]}}
    made = make(way, [filled(call, servers.places)] * 50, 50, servers)
    assert {payload["error_code"] for payload, _ in made["answers"]} == {"timeout"}
    assert made["seconds"] < 1 + SLACK_SECONDS
    assert made["left"] == []
