"""MCP over streamable HTTP: the SDK's application, which checks Host and Origin (§M.8), served by uvicorn."""

from __future__ import annotations

import os
import socket

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from page_stats_core.command.errors import CommandError, complain
from page_stats_core.command.mcp.options import Listen
from page_stats_core.command.mcp.server import make_server
from page_stats_core.command.session import GRACE_SECONDS
from page_stats_core.contract import PageStatsConfig


async def serve(config: PageStatsConfig, listen: Listen) -> None:
    """Serve the tool until an interrupt or SIGTERM; say on standard error where.

    Raises ``CommandError`` where it cannot be listened.
    """
    app = make_server(config).streamable_http_app(
        transport_security=TransportSecuritySettings(
            allowed_hosts=list(listen.hosts), allowed_origins=list(listen.origins)
        )
    )
    with _listener(listen) as listener:
        complain(f"listening at {listen.url(listener.getsockname()[1])}")
        # Of uvicorn nothing is logged: not each request, nor the tracebacks of calls that an interrupt ends.
        served = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=round(GRACE_SECONDS),
        )
        await uvicorn.Server(served).serve(sockets=[listener])


def _listener(listen: Listen) -> socket.socket:
    family = socket.AF_INET6 if ":" in listen.address else socket.AF_INET
    try:
        return socket.create_server((listen.address, listen.port), family=family)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "no such address"
        raise CommandError(f"cannot listen at {listen.address}, port {listen.port}: {reason}") from None
