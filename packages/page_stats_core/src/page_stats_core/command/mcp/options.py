"""The options of ``page-stats mcp``: the transport, and the configuration that clients cannot change."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from page_stats_core.command.configuration import configuration, make_parser
from page_stats_core.contract import PageStatsConfig
from page_stats_core.page.command import add_options

_DEFAULT_ADDRESS: Final = ipaddress.ip_address("127.0.0.1")

_LISTEN = re.compile(r"(?:(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<four>[0-9.]+)):)?(?P<port>[0-9]{1,5})")
_NAME = re.compile(r"(?:[0-9A-Za-z._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_ORIGIN = re.compile(rf"https?://{_NAME.pattern}")

_DESCRIPTION = """\
Serve the page_stats tool over the Model Context Protocol (MCP): on standard
input and output, or over HTTP to anyone who can reach the address.
"""
_EPILOG = """\
examples:
  page-stats mcp                      for an MCP host to start
  page-stats mcp --allowed-host wiki.corp
  page-stats mcp --http 8000          on http://127.0.0.1:8000/mcp
  page-stats mcp --http 0.0.0.0:8000 --http-host tools.corp

exit status:
  0  the client disconnected
  2  wrong usage, the MCP SDK is missing, or listening failed
  130, 143  stopped by an interrupt, by SIGTERM
"""


@dataclass(frozen=True, slots=True)
class Listen:
    """The address and port to listen on, and the allowed values of the headers Host and Origin.

    A value in *hosts* or *origins* that ends in ``:*`` allows every port. *port* 0 means any free port.
    """

    address: str
    port: int
    hosts: tuple[str, ...]
    origins: tuple[str, ...]

    def endpoint(self, port: int) -> str:
        """Return the address that clients use if the server listens on *port*."""
        return f"http://{_in_url(self.address)}:{port}/mcp"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the server. *listen* is None if the server uses standard input and output."""

    config: PageStatsConfig
    listen: Listen | None


def read_options(arguments: Sequence[str]) -> Options:
    """Return the options; if *arguments* are invalid, print a message and exit with status 2, as argparse does."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.http:
        address, port = given.http
        if not (address.is_loopback or given.hosts):
            parser.error("argument --http: a non-loopback address requires --http-host, the host name that clients use")
        listen = _listen(address, port, given.hosts, given.origins)
    elif given.hosts or given.origins:
        parser.error("--http-host and --http-origin require --http")
    else:
        listen = None
    return Options(configuration(given), listen)


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("page-stats mcp", "", _DESCRIPTION, _EPILOG)
    add = parser.add_argument
    add(
        "--http",
        type=_address_and_port,
        metavar="[ADDRESS:]PORT",
        help="serve over streamable HTTP at /mcp; the default address is 127.0.0.1, and port 0 picks a free port",
    )
    add(
        "--http-host",
        dest="hosts",
        action="append",
        default=[],
        type=_matching(_NAME, "a host name or address, optionally with a port"),
        metavar="HOST[:PORT]",
        help="host name that clients use for the server; requests for other hosts are rejected; required for a "
        "non-loopback address; repeatable",
    )
    add(
        "--http-origin",
        dest="origins",
        action="append",
        default=[],
        type=_matching(_ORIGIN, "an origin (https://host:port)"),
        metavar="ORIGIN",
        help="origin of a web page that may call the server; requests from other origins are rejected; repeatable",
    )
    add_options(parser)
    return parser


def _listen(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int, hosts: Sequence[str], origins: Sequence[str]
) -> Listen:
    """Return the address to listen on, and the allowed hosts and origins. Loopback addresses also allow localhost."""
    own = [_in_url(str(address)), "localhost"] if address.is_loopback else []
    named = tuple(form for host in (*own, *hosts) for form in ((host,) if _has_port(host) else (host, f"{host}:*")))
    local = tuple(f"http://{host}{port}" for host in own for port in ("", ":*"))
    return Listen(str(address), port, named, (*local, *origins))


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _has_port(host: str) -> bool:
    return re.search(r":[0-9]+$", host.rpartition("]")[2]) is not None


def _address_and_port(text: str) -> tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, int]:
    parts = _LISTEN.fullmatch(text)
    try:
        if parts and int(parts["port"]) < 65_536:
            address = parts["six"] or parts["four"]
            return ipaddress.ip_address(address) if address else _DEFAULT_ADDRESS, int(parts["port"])
    except ValueError:
        pass
    expected = "a port or an IP address with a port (0.0.0.0:8000, [::1]:8000)"
    raise argparse.ArgumentTypeError(f"must be {expected}, got {text!r}")


def _matching(pattern: re.Pattern[str], what: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not pattern.fullmatch(text):
            raise argparse.ArgumentTypeError(f"must be {what}, got {text!r}")
        return text

    return check
