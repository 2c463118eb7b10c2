"""Errors of the command itself, as opposed to a page that could not be fetched."""

from __future__ import annotations

import sys
from contextlib import suppress


class CommandError(Exception):
    """Ends the command with status 2; its text is the error message."""


def complain(message: str) -> None:
    """Write *message* to standard error; do nothing if that is closed."""
    if sys.stderr:
        with suppress(OSError):
            sys.stderr.write(f"page-stats: {message}\n")
