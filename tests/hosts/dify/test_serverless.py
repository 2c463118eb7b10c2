"""The plugin in serverless mode, as the marketplace's installation test starts it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import requests

from harness.hosts.dify.environment import CREDENTIALS
from harness.hosts.dify.plugin import READY_SECONDS
from harness.ports import LOOPBACK, free_port
from harness.processes import end
from harness.waiting import eventually


@pytest.mark.slow
def test_ready_and_called(fresh: Path, unpacked: Path, base: str, tmp_path: Path) -> None:
    """The plugin becomes healthy, logs the expected line and answers a call over HTTP."""
    port, log = free_port(), tmp_path / "log"
    settings = {"INSTALL_METHOD": "serverless", "SERVERLESS_HOST": LOOPBACK, "SERVERLESS_PORT": str(port)}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [fresh, "-m", "main"], cwd=unpacked, env=os.environ | settings, stdout=out, stderr=out
        )
    try:
        assert eventually(lambda: is_healthy(port), READY_SECONDS, 0.1)
        tool = {"type": "tool", "action": "invoke_tool", "provider": "page_stats", "tool": "page_stats"}
        asked: dict[str, Any] = {
            **tool,
            "user_id": "user",
            "credentials": CREDENTIALS,
            "tool_parameters": {"url": f"{base}/ok"},
        }
        request: dict[str, Any] = {"session_id": "1", "event": "request", "data": asked}
        answer = requests.post(f"http://{LOOPBACK}:{port}/invoke", json=request, timeout=30)
    finally:
        end(process)
    assert "Serving Flask app" in log.read_text("utf-8")
    assert '"title":"Low water"' in answer.text


def is_healthy(port: int) -> bool:
    """Whether the plugin's health endpoint reports success."""
    try:
        return requests.get(f"http://{LOOPBACK}:{port}/health", timeout=5).text == "OK"
    except requests.ConnectionError:
        return False
