"""The ``page-stats`` command: its entry point and exit statuses."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

from page_stats_core.command import mcp
from page_stats_core.command.errors import CommandError, complain
from page_stats_core.command.options import is_word, parse, refuse_word
from page_stats_core.command.output import Output
from page_stats_core.command.session import answer
from page_stats_core.command.sources import open_sources

FAILED: Final = 2
# The statuses that shells report for a process that a signal ended.
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
TERMINATED: Final = 143


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    0: every page was answered. 1: some pages failed. 2: wrong usage, or unreadable input or unwritable output. 130,
    143, 141: ended by an interrupt, by SIGTERM, or by a closed output pipe.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments[:1] == ["mcp"]:
            return asyncio.run(mcp.serve(arguments[1:]))
        if arguments and is_word(arguments[0]):
            refuse_word(arguments[0])
        options = parse(arguments)
        sources = open_sources(options.urls, options.lists)
        return asyncio.run(answer(options, sources, Output.standard()))
    except CommandError as error:
        complain(str(error))
        return FAILED
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except asyncio.CancelledError:  # asyncio turns an interrupt into KeyboardInterrupt, so this is SIGTERM
        return TERMINATED
