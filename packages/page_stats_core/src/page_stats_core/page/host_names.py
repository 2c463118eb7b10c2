"""Parse the host settings that an operator may write: names, addresses, networks and a proxy (§2.5, §2.7).

Every function that parses or checks a setting raises ``ValueError`` if the setting is invalid. The contract imports
this module, not the other way round.
"""

from __future__ import annotations

import base64
import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote_to_bytes

import ada_url

# Takes the place of a value that may contain a password. It is not a valid proxy.
HIDDEN: Final = "***"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_NETWORK = re.compile(r"(?:[0-9.]*\.[0-9]+|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)(?:/(?:0|[1-9][0-9]{0,2}))?")
# Characters that a URL parser would decode or drop, and characters that separate the host from other parts of a URL.
_NO_HOST = re.compile(r"[\s/?#@:\\%]")
_NAME = re.compile(r"[0-9a-z_-]+(?:\.[0-9a-z_-]+)*")
_PROXY = re.compile(
    r"http://(?:(?P<user>[^\s/?#@:]*):(?P<password>[^\s/?#@]*)@)?(?P<host>[^\s/?#@\\%]+):(?P<port>[1-9][0-9]{0,4})/?"
)


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy. ``authorization`` is the value of the Proxy-Authorization header, or empty if none is sent."""

    host: str
    port: int
    authorization: str = field(repr=False)


def strip_root(name: str) -> str:
    """Return *name* without the trailing dot of the DNS root: ``wiki.corp.`` becomes ``wiki.corp``."""
    return name.removesuffix(".")


def parse_entry(entry: str) -> str | Network:
    """Return the network or the host name that *entry* denotes; raise ``ValueError`` if it is neither.

    A single address becomes a network with one address.
    """
    if _NETWORK.fullmatch(entry):
        return ipaddress.ip_network(entry)
    if _NO_HOST.search(entry):
        raise ValueError(entry)
    url = ada_url.URL(f"http://{entry}/")
    name = strip_root(url.hostname)
    # Stricter than the URL Standard, which accepts "a,b" as a host name. In a setting, "a,b" is a list that was not
    # split into its entries.
    if url.host_type != ada_url.HostType.DEFAULT or not _NAME.fullmatch(name):
        raise ValueError(entry)
    return name


def check_entry(entry: str) -> str:
    """Return *entry* if it is a host name, an address or a network without host bits; else raise ``ValueError``."""
    parse_entry(entry)
    return entry


def parse_proxy(proxy: str) -> Proxy:
    """Parse a proxy's URL, and percent-decode its user and password; raise ``ValueError`` if the URL is invalid."""
    parts = _PROXY.fullmatch(proxy)
    if not parts:
        raise ValueError("proxy")
    url = ada_url.URL(f"http://{parts['host']}:{parts['port']}/")
    authorization = ""
    if parts["user"] is not None:
        pair = unquote_to_bytes(parts["user"]) + b":" + unquote_to_bytes(parts["password"])
        authorization = "Basic " + base64.b64encode(pair).decode("ascii")
    return Proxy(url.hostname.strip("[]"), int(parts["port"]), authorization)


def hide_if_invalid(proxy: object) -> object:
    """Return *proxy*, or ``HIDDEN`` if it is not a valid proxy URL: pydantic's errors repeat an invalid value."""
    if isinstance(proxy, str):
        with suppress(ValueError):
            parse_proxy(proxy)
            return proxy
    return HIDDEN


def check_proxy(proxy: str) -> str:
    """Return *proxy* if it is a valid proxy URL; raise ``ValueError`` otherwise."""
    parse_proxy(proxy)
    return proxy
