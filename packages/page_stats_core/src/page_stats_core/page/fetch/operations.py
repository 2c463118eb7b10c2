"""The operations that a flow yields to its driver.

The driver sends back the result, or throws the ``OSError`` into the flow. This module makes no decision and does no
I/O.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Resolve:
    """Resolve *host* to a list of addresses."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Connect:
    """Connect to the first address that accepts, each with an equal share of the remaining time (§5.3)."""

    addresses: tuple[str, ...]
    port: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send all of ``data``."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Receive:
    """Receive bytes; ``b""`` at the end."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Check the deadline and let other tasks run."""


Operation = Resolve | Connect | Send | Receive | Close | Pause
Flow = Generator[Operation, Any, T]

RECEIVE, CLOSE, PAUSE = Receive(), Close(), Pause()
RECEIVE_BYTES = 65_536
