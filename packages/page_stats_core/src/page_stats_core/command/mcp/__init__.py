"""The entry point of ``page-stats mcp``, which serves the tool over the Model Context Protocol (MCP).

This module can be imported without the MCP SDK, which is an optional extra.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from page_stats_core.command.errors import CommandError
from page_stats_core.command.mcp.options import read_options


async def serve(arguments: Sequence[str]) -> int:
    """Serve the tool until the client leaves; return the exit status.

    Raises ``CommandError`` if the SDK is missing or the server cannot listen on the address.
    """
    options = read_options(arguments)
    try:
        from page_stats_core.command.mcp import http, stdio  # noqa: PLC0415  # only these modules need the SDK
    except ImportError as error:
        raise CommandError(
            f'mcp needs version 2 of the MCP SDK ({error}): pip install "page-stats-core[mcp]"'
        ) from None
    logging.disable()  # logs of the SDK and asyncio contain client input and tracebacks (§M.9)
    if options.listen is None:
        await stdio.serve(options.config)
    else:
        await http.serve(options.config, options.listen)
    return 0
