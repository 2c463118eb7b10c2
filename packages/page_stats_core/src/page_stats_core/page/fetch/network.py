"""The parts of the network that tests replace: name resolution and TLS trust."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field

from page_stats_core.page.fetch.resolve import Resolver
from page_stats_core.page.fetch.tls import shared_context


@dataclass(frozen=True, slots=True)
class Network:
    """The resolver and the TLS context that a call uses."""

    resolver: Resolver = field(default_factory=Resolver)
    tls: Callable[[], ssl.SSLContext] = shared_context


SYSTEM = Network()
