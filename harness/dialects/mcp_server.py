"""The MCP server as a dialect, called over stdio after a handshake.

``--http`` calls it over HTTP without a handshake, as newer clients do; ``--http-session`` calls it over HTTP after a
handshake, as older clients do. A result's text, which models receive, is checked against its structured content, which
programs receive.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from harness.dialects.ndjson_loop import Request, answer_requests
from harness.hosts.mcp.server import COMMAND, Http, HttpSession, Stdio

STUBBED: Final = (sys.executable, "-m", "harness.dialects.mcp_stubbed", "mcp")
TRANSPORTS: Final[dict[str, type[Stdio | Http]]] = {"": Stdio, "--http": Http, "--http-session": HttpSession}
OPTIONS: Final = {
    "user_agent": "--user-agent",
    "max_bytes": "--max-bytes",
    "allowed_hosts": "--allowed-host",
    "allow_private_network": "--allow-private-network",
    "proxy": "--proxy",
}


class Servers:
    """One server for each configuration, started on first use."""

    def __init__(self, transport: type[Stdio | Http], running: contextlib.ExitStack) -> None:
        self._transport = transport
        self._running = running
        self._started: dict[tuple[str, ...], Stdio | Http] = {}

    def answer(self, request: Request) -> Any:
        fetches = request["family"] == "fetch"
        payload = read_off(self._server(request["config"], fetches=fetches).call(request["arguments"]))
        if fetches or not payload.get("ok"):
            return payload
        return {"accepted": {"url": payload["url"], "timeout_seconds": payload["word_count"]}}

    def _server(self, config: Mapping[str, Any], *, fetches: bool) -> Stdio | Http:
        command = (*(COMMAND if fetches else STUBBED), *options(config))
        if command not in self._started:
            server = self._transport(command=command)
            self._running.enter_context(server)
            self._started[command] = server
        return self._started[command]


def options(config: Mapping[str, Any]) -> Iterator[str]:
    """Yield the command line options for *config*."""
    for key, value in config.items():
        if value is True:
            yield OPTIONS[key]
        for each in value if isinstance(value, list) else [] if isinstance(value, bool) else [value]:
            yield f"{OPTIONS[key]}={each}"


def read_off(reply: Mapping[str, Any]) -> dict[str, Any]:
    """Return the structured content after checking it against the text. For a protocol error, return the code."""
    if "error" in reply:
        return {"protocol_error": reply["error"]["code"]}
    result = reply["result"]
    (content,) = result["content"]
    payload: dict[str, Any] = json.loads(content["text"])
    assert result["structuredContent"] == payload, result
    assert result.get("isError", False) is not payload["ok"], result
    return payload


def main() -> None:
    with contextlib.ExitStack() as running:
        transport = TRANSPORTS["".join(sys.argv[1:])]
        answer_requests(Servers(transport, running).answer)


if __name__ == "__main__":
    main()
