"""``page-stats mcp``: the tool for hosts of the Model Context Protocol.

The entry point. It does not import the MCP SDK, which is an optional extra.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from page_stats_core.command.errors import CommandError
from page_stats_core.command.mcp.options import parse


async def serve(arguments: Sequence[str]) -> int:
    """Serve the tool until the client leaves; return the exit status.

    Raises ``CommandError`` if the SDK is missing or the address cannot be listened on.
    """
    options = parse(arguments)
    try:
        from page_stats_core.command.mcp import http, stdio  # noqa: PLC0415  # the only code that needs the SDK
    except ImportError as error:
        raise CommandError(
            f'mcp needs the SDK of MCP, version 2 ({error}): pip install "page-stats-core[mcp]"'
        ) from None
    logging.disable()  # logs of the SDK and asyncio contain client input and tracebacks (§M.9)
    if options.listen is None:
        await stdio.serve(options.config)
    else:
        await http.serve(options.config, options.listen)
    return 0
