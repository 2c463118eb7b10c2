"""The fixture servers on loopback addresses: well-behaved, hostile and internal ones.

127.0.0.2 is the public network and 127.0.0.1 the internal one, where every connection is counted.
``python -m harness.servers`` runs them for programs in other languages; harness/servers/paths defines the routes.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.servers import proxy, tls
from harness.servers.answers import answer
from harness.servers.connection import Connection, Request
from harness.servers.listener import FullQueue, Listener, Refused
from harness.servers.pages import Pages
from harness.servers.paths import bodies, closing, encodings, headers, ordinary, redirects, titles
from harness.servers.routes import ROUTES, serve

PUBLIC, INTERNAL = "127.0.0.2", "127.0.0.1"

__all__ = ["INTERNAL", "PUBLIC", "ROUTES", "Servers"]

# Importing these registers the routes.
ROOMS = (bodies, closing, encodings, headers, ordinary, redirects, titles)


class Servers(ExitStack):
    """The running servers, until ``close``, which waits for their threads and sockets.

    ``places`` are their URLs and ports by placeholder, listed in harness/parity/README.md.
    ``seen`` are the requests that the working proxies received.
    """

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, str] = {}
        self.seen: list[Request] = []
        self.certificates = tls.Certificates()
        self._start_internal()
        self._start_public()
        self._start_tls()
        self._start_proxies()

    @property
    def internal_connections(self) -> int:
        """The number of connections to the internal server."""
        return self._internal.connections

    def _start_internal(self) -> None:
        self._internal = self.enter_context(Listener(INTERNAL, _serve_internal))
        self.places |= {"internal": f"http://{self._internal.authority}", "internal_port": str(self._internal.port)}

    def _start_public(self) -> None:
        public = self.enter_context(Listener(PUBLIC, partial(serve, places=self.places)))
        self.places |= {"base": f"http://{public.authority}", "port": str(public.port)}
        self.places["tls_plain"] = f"https://{public.authority}"
        for name, kind in {"full": FullQueue, "refused": Refused}.items():
            nobody = kind(PUBLIC)
            self.callback(nobody.close)
            self.places[name] = f"http://{PUBLIC}:{nobody.port}"
        self.pages = Pages(PUBLIC)
        self.callback(self.pages.close)
        self.places["pages"] = self.pages.base

    def _start_tls(self) -> None:
        for name, handler in tls.handlers(self.certificates, self.places).items():
            listener = self.enter_context(Listener(PUBLIC, handler))
            self.places[name] = f"https://{listener.authority}"
            if name == "tls":
                self.places["tls_port"] = str(listener.port)
        folder = self.enter_context(TemporaryDirectory(prefix="page-stats-"))
        self.places["ca"] = str(Path(folder) / "ca.pem")
        self.certificates.write(Path(self.places["ca"]))

    def _start_proxies(self) -> None:
        for name, handler in proxy.handlers(self.seen).items():
            listener = self.enter_context(Listener(INTERNAL, handler))
            self.places[name] = f"http://{listener.authority}"
            if name == "proxy_locked":
                self.places["proxy_unlocked"] = f"http://{proxy.CREDENTIALS_IN_URL}@{listener.authority}"


def _serve_internal(connection: Connection) -> None:
    connection.read_request()
    connection.send(answer(b"<!doctype html><title>Internal</title><p>Nobody should read this."))
