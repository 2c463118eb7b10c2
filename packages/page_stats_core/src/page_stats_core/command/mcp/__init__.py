"""``page-stats mcp``: the tool for hosts of the Model Context Protocol.

This file holds its entry alone, and knows nothing of MCP's SDK: that is an extra, which the command can do without.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from page_stats_core.command.errors import CommandError
from page_stats_core.command.mcp.options import parse


async def serve(arguments: Sequence[str]) -> int:
    """Serve the tool as *arguments* say until the client leaves; return the exit status.

    Raises ``CommandError`` where the SDK is missing or an address cannot be listened at.
    """
    options = parse(arguments)
    try:
        from page_stats_core.command.mcp import http, stdio  # noqa: PLC0415  # only this needs the SDK
    except ImportError as error:
        raise CommandError(
            f'mcp needs version 2 of the MCP SDK ({error}): pip install "page-stats-core[mcp]"'
        ) from None
    logging.disable()  # what the SDK and asyncio say of a client holds its words, and tracebacks (§M.9)
    if options.listen is None:
        await stdio.serve(options.config)
    else:
        await http.serve(options.config, options.listen)
    return 0
