"""The address policy: which addresses a fetch may connect to (§4).

Address ranges and special host names are listed in tables/addresses.json. Name resolution is in ``fetch``.
"""

from __future__ import annotations

import ipaddress
import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Literal, Self

import ada_url

from page_stats_core.contract import PageStatsConfig, PageStatsError, fail
from page_stats_core.page.host_names import Network, parse_entry, strip_root

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Kind = Literal["public", "private", "never"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The class of an address, and the range that determines the class, in CIDR notation."""

    kind: Kind
    range: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table: a range with its verdict, or a range whose addresses embed IPv4 addresses.

    ``carried`` has two numbers for each embedded IPv4 address: the right shift that moves it to the lowest 32 bits,
    and the value to XOR it with.
    """

    network: Network
    verdict: Verdict | None
    carried: tuple[tuple[int, int], ...]


class _Table:
    """The ranges of one IP version, split into segments that do not overlap. Each segment has its most specific row."""

    def __init__(self, rows: Sequence[_Row]) -> None:
        networks = [row.network for row in rows]
        ends = {int(network.broadcast_address) + 1 for network in networks} - {1 << networks[0].max_prefixlen}
        self._starts = sorted({int(network.network_address) for network in networks} | ends)
        self._rows = [_most_specific(rows, start) for start in self._starts]

    def find(self, address: Address) -> _Row:
        return self._rows[bisect_right(self._starts, int(address)) - 1]


def _most_specific(rows: Sequence[_Row], number: int) -> _Row:
    holding = (row for row in rows if int(row.network.network_address) <= number <= int(row.network.broadcast_address))
    return max(holding, key=lambda row: row.network.prefixlen)


def _row(entry: Mapping[str, Any]) -> _Row:
    network = ipaddress.ip_network(entry["cidr"])
    if entry["class"] == "carries":
        carried = tuple((96 - part["bit"], 0xFFFF_FFFF if part.get("inverted") else 0) for part in entry["ipv4"])
        return _Row(network, None, carried)
    return _Row(network, Verdict(entry["class"], entry["cidr"]), ())


_FILE: Final[Mapping[str, Any]] = json.loads(
    files("page_stats_core.page").joinpath("tables", "addresses.json").read_text("utf-8")
)
_ROWS: Final = [_row(entry) for entry in _FILE["rows"]]
_TABLES: Final = {version: _Table([row for row in _ROWS if row.network.version == version]) for version in (4, 6)}
_PRIVATE_NAMES: Final = frozenset(_FILE["names"]["private"]["exact"])
_PRIVATE_SUFFIXES: Final = tuple(_FILE["names"]["private"]["suffix"])
_NEVER_NAMES: Final = frozenset(_FILE["names"]["never"]["exact"])

_SEVERITY: Final[Mapping[Kind, int]] = {"public": 0, "private": 1, "never": 2}
_NO_ADDRESS: Final = Verdict("never", "no address")
# Bits 64 to 95 of an ISATAP address (RFC 5214, section 6.1), whose last 32 bits are an IPv4 address.
_ISATAP: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})
_INVENTED: Final = "198.18.0.0/15"


def classify(address: str) -> Verdict:
    """Return the verdict for *address* (§4.1-4.4). Invalid addresses, and addresses with a zone, are ``never``."""
    parsed = _parse(address)
    if parsed is None:
        return _NO_ADDRESS
    verdict = max((_look_up(one) for one in _deciding(parsed)), key=_severity)
    return Verdict("never", verdict.range) if "%" in address else verdict


def _parse(address: str) -> Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


def _deciding(address: Address) -> Sequence[Address]:
    """Return the addresses that decide the class of *address*: the IPv4 addresses in it, or *address* itself (§4.4)."""
    carried = _TABLES[address.version].find(address).carried
    number = int(address)
    if carried:
        return [ipaddress.IPv4Address((number >> shift & 0xFFFF_FFFF) ^ inverted) for shift, inverted in carried]
    if address.version == 6 and (number >> 32) & 0xFFFF_FFFF in _ISATAP:
        return [address, ipaddress.IPv4Address(number & 0xFFFF_FFFF)]
    return [address]


def _look_up(address: Address) -> Verdict:
    verdict = _TABLES[address.version].find(address).verdict
    assert verdict, "what an IPv6 address carries is an IPv4 address, which carries nothing"
    return verdict


def _severity(verdict: Verdict) -> int:
    return _SEVERITY[verdict.kind]


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """The addresses that the operator allows in addition to public ones (§4.5)."""

    names: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()
    allow_private_network: bool = False

    @classmethod
    def from_config(cls, config: PageStatsConfig) -> Self:
        """Build the policy from ``allowed_hosts`` and ``allow_private_network``."""
        entries = [parse_entry(entry) for entry in config.allowed_hosts]
        return cls(
            names=frozenset(entry for entry in entries if isinstance(entry, str)),
            networks=tuple(entry for entry in entries if not isinstance(entry, str)),
            allow_private_network=config.allow_private_network,
        )

    def check(self, host: str, addresses: Sequence[str]) -> None:
        """Raise ``blocked_address`` if any of *addresses* is not allowed for *host* (§4.5-4.7).

        The error is about the first address that no setting can allow. If there is no such address, the error is about
        the first address that the current settings do not allow.
        """
        host_is_permitted = self._permits_private(host)
        refused: list[Verdict] = []
        for address in addresses:
            verdict = classify(address)
            if verdict.kind == "never":
                raise _refuse(verdict)
            if verdict.kind == "private" and not (host_is_permitted or self._holds(address)):
                refused.append(verdict)
        if refused:
            raise _refuse(refused[0])

    def check_proxied(self, host: str) -> None:
        """Check the text of *host*, which the proxy resolves; raise ``blocked_address`` if it is not allowed (§4.8)."""
        name = host.rstrip(".")  # some proxies ignore any number of trailing dots
        if (address := _written_address(name)) is not None:
            self.check(host, [address])
        elif name in _NEVER_NAMES:
            raise fail("address.never", range=name)
        elif (name in _PRIVATE_NAMES or name.endswith(_PRIVATE_SUFFIXES)) and not self._permits_private(host):
            raise fail("address.name")

    def _permits_private(self, host: str) -> bool:
        return self.allow_private_network or strip_root(host) in self.names

    def _holds(self, address: str) -> bool:
        """Return whether ``networks`` contain *address*, or all private addresses that decide its class."""
        parsed = ipaddress.ip_address(address)
        private = [one for one in _deciding(parsed) if _look_up(one).kind == "private"]
        return self._in_networks(parsed) or all(self._in_networks(one) for one in private)

    def _in_networks(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def _written_address(name: str) -> str | None:
    """Return the address that *name*, a host without trailing dots, denotes, or None if it is an ordinary name."""
    if not name or _parse(name) is not None:
        return name or None
    try:
        url = ada_url.URL(f"http://{name}/")
    except ValueError:  # a number that is not an address
        return name
    return url.hostname if url.host_type == ada_url.HostType.IPV4 else None


def _refuse(verdict: Verdict) -> PageStatsError:
    if verdict.kind == "never":
        return fail("address.never", range=verdict.range)
    if verdict.range == _INVENTED:
        return fail("address.invented")
    return fail("address.private", range=verdict.range)
