"""The test servers on loopback addresses: well-behaved, hostile and internal servers.

Servers on 127.0.0.2 represent the public network. The server on 127.0.0.1 represents an internal network: clients must
not reach it, and it counts its connections. ``python -m harness.servers`` runs the servers for programs in other
languages; harness/servers/paths defines the routes.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from harness.servers import proxy, tls
from harness.servers.answers import answer
from harness.servers.connection import Connection, Request
from harness.servers.listener import FullQueue, Listener, Refused
from harness.servers.pages import Pages
from harness.servers.paths import bodies, closing, cookies, encodings, headers, ordinary, redirects, refreshes, titles
from harness.servers.routes import ROUTES, serve

PUBLIC, INTERNAL = "127.0.0.2", "127.0.0.1"

__all__ = ["INTERNAL", "PUBLIC", "ROUTES", "Servers"]

# Importing these modules registers their routes.
ROOMS = (bodies, closing, cookies, encodings, headers, ordinary, redirects, refreshes, titles)


class Servers:
    """The running servers, until ``close``.

    ``places`` maps placeholders to the servers' URLs and ports; harness/parity/README.md lists the placeholders.
    ``seen`` collects the requests that the working proxies receive.
    """

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self.seen: list[Request] = []
        self.certificates = tls.Certificates()
        self._running = ExitStack()
        self._start_internal()
        self._start_public()
        self._start_tls()
        self._start_proxies()

    @property
    def internal_connections(self) -> int:
        """The number of connections to the internal server."""
        return self._internal.connections

    def close(self) -> None:
        """Stop all servers, and wait until their threads have ended and their sockets are closed."""
        self._running.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _start_internal(self) -> None:
        self._internal = self._running.enter_context(Listener(INTERNAL, _serve_internal))
        self.places |= {"internal": f"http://{self._internal.authority}", "internal_port": str(self._internal.port)}

    def _start_public(self) -> None:
        public = self._running.enter_context(Listener(PUBLIC, partial(serve, places=self.places)))
        self.places |= {"base": f"http://{public.authority}", "port": str(public.port)}
        self.places["tls_plain"] = f"https://{public.authority}"
        for name, kind in {"full": FullQueue, "refused": Refused}.items():
            nobody = kind(PUBLIC)
            self._running.callback(nobody.close)
            self.places[name] = f"http://{PUBLIC}:{nobody.port}"
        self.pages = Pages(PUBLIC)
        self._running.callback(self.pages.close)
        self.places["pages"] = self.pages.base

    def _start_tls(self) -> None:
        for name, handler in tls.handlers(self.certificates, self.places).items():
            listener = self._running.enter_context(Listener(PUBLIC, handler))
            self.places[name] = f"https://{listener.authority}"
            if name == "tls":
                self.places["tls_port"] = str(listener.port)
        folder = self._running.enter_context(TemporaryDirectory(prefix="page-stats-"))
        self.places["ca"] = str(Path(folder) / "ca.pem")
        self.certificates.write(Path(self.places["ca"]))

    def _start_proxies(self) -> None:
        for name, handler in proxy.handlers(self.seen).items():
            listener = self._running.enter_context(Listener(INTERNAL, handler))
            self.places[name] = f"http://{listener.authority}"
            if name == "proxy_locked":
                self.places["proxy_unlocked"] = f"http://{proxy.CREDENTIALS_IN_URL}@{listener.authority}"


def _serve_internal(connection: Connection) -> None:
    connection.read_request()
    connection.send(answer(b"<!doctype html><title>Internal</title><p>Nobody should read this."))
