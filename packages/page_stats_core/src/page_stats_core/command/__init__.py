"""The ``page-stats`` command: its entry point and exit statuses."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

from page_stats_core.command import mcp
from page_stats_core.command.errors import CommandError, warn
from page_stats_core.command.options import is_word, read_options, refuse_word
from page_stats_core.command.output import Output
from page_stats_core.command.run import answer
from page_stats_core.command.sources import open_sources

FAILED: Final = 2
# As in a shell, the status of a process that a signal ended is 128 plus the signal's number.
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
TERMINATED: Final = 143


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    0: every call succeeded. 1: some calls failed. 2: wrong usage, or input could not be read or output could not be
    written. 130: ended by an interrupt. 143: ended by SIGTERM. 141: ended because the output pipe was closed.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments[:1] == ["mcp"]:
            return asyncio.run(mcp.serve(arguments[1:]))
        if arguments and is_word(arguments[0]):
            refuse_word(arguments[0])
        options = read_options(arguments)
        sources = open_sources(options.subjects, options.lists)
        return asyncio.run(answer(options, sources, Output.standard()))
    except CommandError as error:
        warn(str(error))
        return FAILED
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except asyncio.CancelledError:  # asyncio turns an interrupt into KeyboardInterrupt, so this is SIGTERM
        return TERMINATED
