"""What a call asks of the world beyond sockets. Tests pass their own."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field

from page_stats_core.page.fetch.resolve import Resolver
from page_stats_core.page.fetch.tls import shared_context


@dataclass(frozen=True, slots=True)
class Network:
    """A resolver of names, and the TLS context to trust."""

    resolver: Resolver = field(default_factory=Resolver)
    tls: Callable[[], ssl.SSLContext] = shared_context


SYSTEM = Network()
