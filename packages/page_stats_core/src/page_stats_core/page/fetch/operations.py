"""The operations that a flow yields to its driver.

The driver performs an operation. It then sends the result into the flow, or throws the ``OSError`` that occurred. This
module makes no decision and does no I/O.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Generator
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
    """Try the addresses in order, until one accepts the connection (§5.3).

    The remaining time is divided equally among the addresses.
    """

    addresses: tuple[str, ...]
    port: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send all of ``data``."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Receive:
    """Receive bytes. The result is ``b""`` at the end of the stream."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection."""


@dataclass(frozen=True, slots=True)
class Compute:
    """Call ``function``, which takes long but lets other threads run. The result is its result.

    On an event loop it runs in a thread. Its errors are thrown into the flow if they are ``OSError``.
    """

    function: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Pause:
    """Check the deadline and let other tasks run."""


Operation = Resolve | Connect | Send | Receive | Close | Compute | Pause
Flow = Generator[Operation, Any, T]

_LOCAL = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


def is_local(error: OSError) -> bool:
    """Return whether *error* means that this machine has no free file descriptors, buffers or memory (§5.17)."""
    return error.errno in _LOCAL


RECEIVE, CLOSE, PAUSE = Receive(), Close(), Pause()
RECEIVE_BYTES = 65_536
