"""Errors of the command itself. A failed call is a result, not an error of the command."""

from __future__ import annotations

import sys
from contextlib import suppress


class CommandError(Exception):
    """Raised to end the command with status 2. The exception's text is the error message."""


def warn(message: str) -> None:
    """Write *message* to standard error; do nothing if standard error is closed."""
    if sys.stderr:
        with suppress(OSError):
            sys.stderr.write(f"page-stats: {message}\n")
