"""The hook that confines OpenClaw to localhost in these tests and records attempts to reach other hosts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harness.hosts.openclaw.host import LOOPBACK, node_environment
from harness.servers import Servers

# The remote addresses and names in this test are reserved, so a failing test contacts no real host.
PROGRAM = """
const { lookup } = await import('node:dns/promises');
const outcome = (work) => work.then(() => 'reached', (error) => (error.cause ?? error).code);
const said = [];
for (const url of process.argv.slice(1)) said.push(await outcome(fetch(url, { signal: AbortSignal.timeout(5000) })));
said.push(await outcome(lookup('nowhere.invalid')), await outcome(lookup('127.0.0.1')));
console.log(said.join(' '));
"""


@pytest.fixture
def tried(tmp_path: Path) -> Path:
    """Return the file in which the hook records attempts."""
    return tmp_path / "tried"


def test_keeps_to_loopback(tried: Path, servers: Servers) -> None:
    """Loopback addresses are reachable. A connection to any other host fails at once and is recorded."""
    variables = node_environment() | {"NODE_OPTIONS": f"--require={LOOPBACK}", "LOOPBACK_TRIED": str(tried)}
    urls = [f"{servers.places['base']}/ok", "http://192.0.2.1/", "http://[2001:db8::1]/", "http://elsewhere.invalid/"]
    command = ["node", "--input-type=module", "--eval", PROGRAM, *urls]
    done = subprocess.run(command, env=variables, capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert done.stdout.split() == ["reached", "ENETUNREACH", "ENETUNREACH", "ENOTFOUND", "ENOTFOUND", "reached"]
    assert tried.read_text("utf-8").split() == ["192.0.2.1", "2001:db8::1", "elsewhere.invalid", "nowhere.invalid"]
