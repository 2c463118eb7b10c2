"""MCP over streamable HTTP. uvicorn serves the SDK's application, which checks Host and Origin (§M.8)."""

from __future__ import annotations

import os
import re
import socket
from typing import Final

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from page_stats_core.command.errors import CommandError, warn
from page_stats_core.command.mcp.options import Listen
from page_stats_core.command.mcp.server import MESSAGE_MAX, make_server
from page_stats_core.command.run import GRACE_SECONDS
from page_stats_core.contract import PageStatsConfig

# A session takes about 30 kB of memory until the client ends the session or has not used it for _SESSION_IDLE_SECONDS.
_SESSIONS_MAX: Final = 1000
_SESSION_IDLE_SECONDS: Final = 1800.0

# A complete value of Host or Origin: an optional scheme, a host name or address, and an optional port.
_PLACE: Final = re.compile(rb"(?:https?://)?(?:\[[0-9A-Fa-f:.]+\]|[^][/@:]+)(?::[0-9]+)?")


async def serve(config: PageStatsConfig, listen: Listen) -> None:
    """Serve the tool until an interrupt or SIGTERM; write the address to standard error.

    Raises ``CommandError`` if the server cannot listen on the address.
    """
    app = make_server(config).streamable_http_app(
        max_request_body_size=MESSAGE_MAX,
        max_sessions=_SESSIONS_MAX,
        session_idle_timeout=_SESSION_IDLE_SECONDS,
        transport_security=TransportSecuritySettings(
            allowed_hosts=list(listen.hosts), allowed_origins=list(listen.origins)
        ),
    )
    with _listener(listen) as listener:
        warn(f"listening on {listen.endpoint(listener.getsockname()[1])}")
        # Disable all of uvicorn's logging: the access log, and the tracebacks of calls that an interrupt ends.
        served = uvicorn.Config(
            _strict(app),
            http="h11",
            ws="none",
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=round(GRACE_SECONDS),
        )
        await uvicorn.Server(served).serve(sockets=[listener])


def _strict(app: ASGIApp) -> ASGIApp:
    """Wrap *app* so that it does not receive headers that the SDK handles wrongly.

    The SDK would accept any characters after an allowed host name and a colon (§M.8). A Host or Origin that does not
    match ``_PLACE`` is therefore replaced by ``null``. Last-Event-ID is dropped because the SDK answers it with status
    500.
    """

    def clean(name: bytes, value: bytes) -> bytes:
        return value if name not in {b"host", b"origin"} or _PLACE.fullmatch(value) else b"null"

    async def strict(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            fields = [(name, clean(name, value)) for name, value in scope["headers"] if name != b"last-event-id"]
            scope = {**scope, "headers": fields}
        await app(scope, receive, send)

    return strict


def _listener(listen: Listen) -> socket.socket:
    family = socket.AF_INET6 if ":" in listen.address else socket.AF_INET
    try:
        return socket.create_server((listen.address, listen.port), family=family)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "no such address"
        raise CommandError(f"cannot listen on {listen.address}, port {listen.port}: {reason}") from None
