"""The tool's requests to every hostile test server, sent through OpenClaw's network guard."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_stats_core.contract import ADDS

from harness.parity.dialect import DialectProcess, load_dialects
from harness.servers import PUBLIC, Servers
from harness.servers.routes import paths


@pytest.fixture(scope="module")
def tool(built: Path, servers: Servers) -> Iterator[DialectProcess]:
    """Yield a process that runs the tool registered by the plugin. The parity tests start the same program."""
    assert built
    (dialect,) = (each for each in load_dialects() if each.name == "openclaw")
    environment = {"NODE_EXTRA_CA_CERTS": servers.places["ca"]}
    with DialectProcess(dialect, environment=environment) as process:
        process.ask(_request("http://[::]/"))  # wait until the process has started
        yield process


def _request(url: str) -> dict[str, object]:
    arguments = {"url": url, "timeout_seconds": 1}
    return {"family": "fetch", "config": {"allowed_hosts": [PUBLIC]}, "arguments": arguments}


HANDSHAKES = ("tls_alert", "tls_close", "tls_reset", "tls_garbage", "tls_stall", "tls_trickle", "tls_plain", "full")


@pytest.mark.parametrize("url", [*(f"{{base}}{path}" for path in paths()), *(f"{{{each}}}/" for each in HANDSHAKES)])
def test_ends_in_time(url: str, tool: DialectProcess, servers: Servers) -> None:
    """A call to any hostile server ends by the deadline, either successfully or with an error code."""
    began = time.monotonic()
    answer = tool.ask(_request(url.format_map(servers.places)))
    assert time.monotonic() - began < 1 + 2
    assert answer["ok"] or answer["error_code"] in ADDS
