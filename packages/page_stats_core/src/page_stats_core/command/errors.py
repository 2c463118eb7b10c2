"""How the command itself fails, as opposed to a page that cannot be had."""

from __future__ import annotations

import sys


class CommandError(Exception):
    """Ends the command with status 2; its text says why."""


def complain(message: str) -> None:
    """Write *message* to standard error, if there is one."""
    if sys.stderr:
        sys.stderr.write(f"page-stats: {message}\n")
