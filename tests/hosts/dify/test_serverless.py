"""The plugin in serverless mode, as the marketplace's installation test starts it."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import requests

from harness.hosts.dify.environment import CREDENTIALS
from harness.hosts.dify.plugin import READY_SECONDS
from harness.hosts.dify.processes import HOST, end, free_port


@pytest.mark.slow
def test_ready_and_called(fresh: Path, unpacked: Path, base: str, tmp_path: Path) -> None:
    """The plugin becomes healthy, logs the expected line and answers a call over HTTP."""
    port, log = free_port(), tmp_path / "log"
    settings = {"INSTALL_METHOD": "serverless", "SERVERLESS_HOST": HOST, "SERVERLESS_PORT": str(port)}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [fresh, "-m", "main"], cwd=unpacked, env=os.environ | settings, stdout=out, stderr=out
        )
    try:
        wait_until_healthy(port)
        tool = {"type": "tool", "action": "invoke_tool", "provider": "page_stats", "tool": "page_stats"}
        asked: dict[str, Any] = {
            **tool,
            "user_id": "user",
            "credentials": CREDENTIALS,
            "tool_parameters": {"url": f"{base}/ok"},
        }
        request: dict[str, Any] = {"session_id": "1", "event": "request", "data": asked}
        answer = requests.post(f"http://{HOST}:{port}/invoke", json=request, timeout=30)
    finally:
        end(process)
    assert "Serving Flask app" in log.read_text("utf-8")
    assert '"title":"Low water"' in answer.text


def wait_until_healthy(port: int) -> None:
    """Wait until the health check succeeds."""
    patience = time.monotonic() + READY_SECONDS
    while time.monotonic() < patience:
        try:
            if requests.get(f"http://{HOST}:{port}/health", timeout=5).text == "OK":
                return
        except requests.ConnectionError:
            time.sleep(0.1)
    pytest.fail("it is not healthy")
