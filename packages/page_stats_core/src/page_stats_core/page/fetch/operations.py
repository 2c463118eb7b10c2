"""What a flow asks its driver to do. A driver answers with the result, or throws the ``OSError`` into the flow.

Nothing here decides anything, and nothing here touches a socket.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Resolve:
    """Look a name up: a list of addresses."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Connect:
    """Connect to the first address that answers, each with an equal share of the time left (§5.3)."""

    addresses: tuple[str, ...]
    port: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send all of the bytes."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Receive:
    """Receive some bytes, none at the end."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Look at the clock, and let others run."""


Operation = Resolve | Connect | Send | Receive | Close | Pause
Flow = Generator[Operation, Any, T]

RECEIVE, CLOSE, PAUSE = Receive(), Close(), Pause()
RECEIVE_BYTES = 65_536
