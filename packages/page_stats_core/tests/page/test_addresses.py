"""The address policy (§4)."""

from __future__ import annotations

import ipaddress
import json
import random
from importlib.resources import files
from itertools import pairwise

import pytest
from page_stats_core.contract import FAULTS, PageStatsConfig, PageStatsError
from page_stats_core.page.addresses import AddressPolicy, Verdict, classify

TABLE = json.loads(files("page_stats_core.page").joinpath("tables", "addresses.json").read_text("utf-8"))
ROWS = {ipaddress.ip_network(row["cidr"]): row for row in TABLE["rows"]}
SEVERITY = ["public", "private", "never"]

# Blocks in the IANA special-purpose address registries that are not globally reachable, including deprecated blocks.
NOT_GLOBALLY_REACHABLE = """
    0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/29 192.0.0.8/32
    192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.88.99.0/24 192.88.99.2/32 192.168.0.0/16 198.18.0.0/15
    198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32
    ::1/128 ::/128 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001:2::/48 2001:db8::/32 2001:10::/28 3fff::/20 5f00::/16
    fc00::/7 fe80::/10
"""
# Blocks in these registries that are globally reachable, except the blocks for services of the nearest router.
GLOBALLY_REACHABLE = """
    192.31.196.0/24 192.52.193.0/24 192.175.48.0/24
    2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28 2620:4f:8000::/48
"""
METADATA = """
    169.254.169.254 169.254.170.2 169.254.170.23 169.254.42.42 169.254.0.23 100.100.100.200 100.96.0.96 192.0.0.192
    168.63.129.16 fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42 fd00:c1::a9fe:a9fe fd00:100::100:200
    fd00:a9fe:a9fe::1 fe80::a9fe:a9fe ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe 2002:a9fe:a9fe::
"""
NEAREST_ROUTER = ["192.0.0.9", "192.0.0.10", "2001:1::1", "2001:1::2", "2001:1::3"]


def _edges(network):
    """Return the first and last address of a network, and the addresses just before and after the network."""
    first, last = int(network.network_address), int(network.broadcast_address)
    numbers = [number for number in (first - 1, first, last, last + 1) if 0 <= number < 1 << network.max_prefixlen]
    return [type(network.network_address)(number) for number in numbers]


def _carriers(number, rng):
    """Return IPv6 addresses that embed the IPv4 address *number*, one for each known form."""
    low = (number, 0xFFFF << 32 | number, 0x64_FF9B << 96 | number)
    site = 0x2002 << 112 | number << 80 | rng.getrandbits(80)
    server = 0x2001_0000 << 96 | number << 64 | rng.getrandbits(64)
    client = 0x2001_0000 << 96 | rng.getrandbits(32) << 64 | number ^ 0xFFFF_FFFF
    return [ipaddress.IPv6Address(value) for value in (*low, site, server, client)]


def _samples():
    """Return edge and inner addresses of every row, IPv6 addresses that embed IPv4 addresses, and random addresses."""
    rng = random.Random(20261130)
    found = [address for network in ROWS for address in _edges(network)]
    found += [network[rng.randrange(network.num_addresses)] for network in ROWS for _ in range(10)]
    found += [carrier for address in found if address.version == 4 for carrier in _carriers(int(address), rng)]
    found += [ipaddress.IPv4Address(rng.getrandbits(32)) for _ in range(500)]
    found += [ipaddress.IPv6Address(rng.getrandbits(128)) for _ in range(500)]
    return found


def _carried_by(address):
    """Return the IPv4 addresses embedded in *address*, found by the standard library or in the low 32 bits."""
    if address.version == 4:
        return []
    known = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    low = ["64:ff9b::/96"] if int(address) < 2 else ["::/96", "64:ff9b::/96"]
    if any(address in ipaddress.ip_network(block) for block in low):
        known.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return [one for one in known if one is not None]


def _look_up(address):
    """Search all rows for the most specific row that contains *address*; return its class and range."""
    network = max((network for network in ROWS if address in network), key=lambda network: network.prefixlen)
    return ROWS[network]["class"], ROWS[network]["cidr"]


class TestTable:
    def test_rows_are_in_order(self):
        """Rows are sorted by address, a wider range precedes a narrower range, and no row is repeated."""
        order = [(network.version, int(network.network_address), network.prefixlen) for network in ROWS]
        assert all(one < other for one, other in pairwise(order))
        assert len(order) == len(TABLE["rows"])

    def test_rows_are_complete(self):
        """The rows cover every address, so the code needs no default."""
        for version, size in ((4, 32), (6, 128)):
            widest = ipaddress.collapse_addresses(network for network in ROWS if network.version == version)
            assert sum(network.num_addresses for network in widest) == 1 << size

    def test_rows_have_a_source(self):
        """Each row has a name, a source and one of four classes."""
        assert {row["class"] for row in TABLE["rows"]} == {*SEVERITY, "carries"}
        assert all(row["name"] and row["source"] for row in TABLE["rows"])
        assert all(("ipv4" in row) == (row["class"] == "carries") for row in TABLE["rows"])

    def test_private_ranges(self):
        """The private ranges are exactly those of §4.2."""
        private = {row["cidr"] for row in TABLE["rows"] if row["class"] == "private"}
        ipv4 = {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15", "127.0.0.0/8"}
        assert private == ipv4 | {"::1/128", "fc00::/7"}


class TestClassify:
    def test_the_most_specific_row_decides(self):
        """The most specific row decides. If an address embeds IPv4 addresses, their most severe class applies."""
        for address in _samples():
            deciding = _carried_by(address) or [address]
            kind, network = max((_look_up(one) for one in deciding), key=lambda found: SEVERITY.index(found[0]))
            assert classify(str(address)) == Verdict(kind, network), address

    @pytest.mark.parametrize("block", NOT_GLOBALLY_REACHABLE.split())
    def test_not_globally_reachable(self, block):
        """Blocks that the registries list as not globally reachable are not public."""
        network = ipaddress.ip_network(block)
        rng = random.Random(block)
        inside = [network[0], network[-1], *(network[rng.randrange(network.num_addresses)] for _ in range(50))]
        assert {classify(str(address)).kind for address in inside} <= {"private", "never"}

    @pytest.mark.parametrize("block", GLOBALLY_REACHABLE.split())
    def test_globally_reachable(self, block):
        """Blocks that the registries list as globally reachable are public, even within a block that is not public."""
        network = ipaddress.ip_network(block)
        assert {classify(str(network[0])).kind, classify(str(network[-1])).kind} == {"public"}

    @pytest.mark.parametrize("address", NEAREST_ROUTER)
    def test_nearest_router(self, address):
        """A service of the nearest router is in the operator's network, so it is never allowed."""
        assert classify(address).kind == "never"

    def test_standard_library(self):
        """Addresses that the standard library considers special are not public, unless they embed a public address."""
        reachable = [ipaddress.ip_network(block) for block in GLOBALLY_REACHABLE.split()]
        checked = 0
        for address in _samples():
            if _carried_by(address) or any(address in network for network in reachable):
                continue
            if not address.is_global or address.is_multicast or address.is_reserved or address.is_link_local:
                checked += 1
                assert classify(str(address)).kind != "public", address
        assert checked > 200

    @pytest.mark.parametrize("address", METADATA.split())
    def test_metadata_services(self, address):
        """Addresses of cloud metadata services are never allowed, in any range, even if embedded in other addresses."""
        assert classify(address).kind == "never"

    @pytest.mark.parametrize(
        ("address", "row"), [("fe80::1%eth0", "fe80::/10"), ("::1%lo", "::1/128"), ("2600::1%1", "2000::/3")]
    )
    def test_zone(self, address, row):
        """An IPv6 address with a zone, such as ``%eth0``, is never allowed."""
        assert classify(address) == Verdict("never", row)

    @pytest.mark.parametrize(
        "text", ["", "example.com", "127.1", "0x7f.0.0.1", "010.0.0.1", "1.2.3.4.", "[::1]", "::1%"]
    )
    def test_no_address(self, text):
        """Text that is not an address in standard form is never allowed."""
        assert classify(text) == Verdict("never", "no address")


def _policy(**config) -> AddressPolicy:
    return AddressPolicy.from_config(PageStatsConfig(**config))


def _refusal(call, *arguments) -> str:
    with pytest.raises(PageStatsError) as caught:
        call(*arguments)
    assert caught.value.failure.error_code == "blocked_address"
    assert not caught.value.failure.retryable
    return caught.value.failure.message


def _message(fault, **details) -> str:
    return FAULTS[fault].message.format_map(details)


class TestCheck:
    def test_public(self):
        """Public addresses are allowed by default."""
        _policy().check("example.com", ["8.8.8.8", "2606:4700:4700::1111", "64:ff9b::808:808"])

    @pytest.mark.parametrize(
        ("addresses", "expected"),
        [
            (["8.8.8.8", "10.0.0.1"], _message("address.private", range="10.0.0.0/8")),
            (["192.168.0.1", "10.0.0.1"], _message("address.private", range="192.168.0.0/16")),
            (["198.19.0.1", "10.0.0.1"], _message("address.invented")),
            (["10.0.0.1", "198.19.0.1"], _message("address.private", range="10.0.0.0/8")),
            (["10.0.0.1", "fe80::1", "::"], _message("address.never", range="fe80::/10")),
        ],
    )
    def test_which_fault(self, addresses, expected):
        """The error is about the first address that no setting can allow or, without one, the first blocked address."""
        assert _refusal(_policy().check, "example.com", addresses) == expected

    @pytest.mark.parametrize(
        "config",
        [
            {"allow_private_network": True},
            {"allowed_hosts": ["10.0.0.0/8", "fd12::/16", "127.0.0.1", "198.18.0.0/15"]},
            {"allowed_hosts": ["0.0.0.0/0", "::/0"]},
            {"allowed_hosts": ["Wiki.Corp."]},
        ],
    )
    def test_private_is_permitted(self, config):
        """Private addresses are allowed by allow_private_network, or by a network, address or name in allowed_hosts."""
        addresses = ["10.1.2.3", "fd12::1", "::ffff:127.0.0.1", "2002:a01:203::", "198.18.0.1", "8.8.8.8"]
        _policy(**config).check("wiki.corp", addresses)

    @pytest.mark.parametrize("host", ["www.wiki.corp", "corp", "my-wiki.corp", "10.1.2.3"])
    def test_another_name(self, host):
        """A name in allowed_hosts does not allow any other name or address."""
        assert _refusal(_policy(allowed_hosts=["wiki.corp"]).check, host, ["10.1.2.3"])

    def test_both_carried(self):
        """If an address embeds two private addresses, allowed_hosts must allow both of them."""
        carrier = "2001:0:a00:1::3f57:fffe"
        assert _refusal(_policy(allowed_hosts=["10.0.0.0/8"]).check, "example.com", [carrier])
        _policy(allowed_hosts=["10.0.0.0/8", "192.168.0.0/16"]).check("example.com", [carrier])

    def test_never(self):
        """No setting allows an address of the class ``never``."""
        everything = _policy(allow_private_network=True, allowed_hosts=["wiki.corp", "0.0.0.0/0", "::/0"])
        for address in ("169.254.169.254", "fd00:ec2::254", "224.0.0.1", "0.0.0.0", "::", "ff02::1", "fe80::1%1", "?"):
            assert _message("address.never", range=classify(address).range) == _refusal(
                everything.check, "wiki.corp", ["8.8.8.8", address]
            )


class TestCheckProxied:
    @pytest.mark.parametrize(
        "host", ["example.com", "8.8.8.8", "2606:4700::1", "local", "internal", "notlocal", "a.b."]
    )
    def test_permitted(self, host):
        """Public addresses and ordinary names are allowed with a proxy."""
        _policy().check_proxied(host)

    @pytest.mark.parametrize(
        "host", ["localhost", "localhost.", "a.localhost", "printer.local", "db.internal", "a.b.local."]
    )
    def test_private_names(self, host):
        """A proxy may receive a private name only if allow_private_network or allowed_hosts allows the name."""
        assert _refusal(_policy().check_proxied, host) == _message("address.name")
        assert _refusal(_policy(allowed_hosts=["10.0.0.0/8", "other.local"]).check_proxied, host)
        _policy(allow_private_network=True).check_proxied(host)
        _policy(allowed_hosts=[host]).check_proxied(host)

    def test_literals(self):
        """A host that is a literal address is checked in the same way with and without a proxy."""
        assert _refusal(_policy().check_proxied, "::1") == _message("address.private", range="::1/128")
        assert _refusal(_policy().check_proxied, "198.18.0.1") == _message("address.invented")
        _policy(allowed_hosts=["::1"]).check_proxied("::1")

    @pytest.mark.parametrize("host", ["localhost..", "db.internal...", "127.0.0.1..", "metadata.google.internal.."])
    def test_dots_at_the_end(self, host):
        """The check ignores all trailing dots of a proxied host, because some proxies ignore such dots."""
        assert _refusal(_policy().check_proxied, host)

    @pytest.mark.parametrize("host", ["metadata.google.internal", "metadata.google.internal."])
    def test_metadata(self, host):
        """The host name of a cloud metadata service is never allowed."""
        config = {"allow_private_network": True, "allowed_hosts": [host]}
        expected = _message("address.never", range="metadata.google.internal")
        assert _refusal(_policy(**config).check_proxied, host) == expected
