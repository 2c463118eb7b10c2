"""How the command itself fails, as opposed to a page that cannot be had."""

from __future__ import annotations

import sys
from contextlib import suppress


class CommandError(Exception):
    """Ends the command with status 2; its text says why."""


def complain(message: str) -> None:
    """Write *message* to standard error, if there is one that takes it."""
    if sys.stderr:
        with suppress(OSError):
            sys.stderr.write(f"page-stats: {message}\n")
