"""URLs: what is asked of one that is given and of one that a redirect gives, and how one is repeated (§3).

Parsing is the URL Standard's, done by ada. Whether a host may be connected to is decided in ``addresses``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import ada_url

from page_stats_core.contract import BAD_PORTS, URL_MAX, fail

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}

# §3.2; the last range is half characters (surrogates).
_REFUSED = re.compile("[\x00-\x20\x7f-\x9f\ud800-\udfff]")
_SCHEME = re.compile("https?://", re.IGNORECASE | re.ASCII)
_AUTHORITY_END = re.compile("[/?#]")
_ZONE = re.compile(r"\[[^\]%]*%[^\]]*\]")
# The URL Standard takes backslashes for slashes, any number of them, and passes over tabs and line ends.
_USER_INFORMATION = re.compile(r"\A([^/\\?#:]*(?::|[/\\][\t\n\r]*[/\\])[/\\\t\n\r]*+)[^/\\?#]*@")


@dataclass(frozen=True, slots=True)
class Url:
    """An http or https URL that holds no user information.

    ``href`` is serialised, without fragment. ``host`` is ASCII, an IPv6 address without its brackets. ``target`` is
    path and query, for the request line. ``authority`` is the value of the Host field: with brackets, and with the
    port where it is not the scheme's default.
    """

    href: str
    scheme: str
    host: str
    port: int
    target: str
    authority: str


def parse_input(url: str) -> Url:
    """Return the URL that was given if it passes every check (§3.1-3.11), else raise ``invalid_url``."""
    _check_text(url)
    written_host = _check_authority(url)
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        raise fail("url.syntax") from None
    if parsed.host_type == ada_url.HostType.IPV4 and parsed.hostname != written_host:
        raise fail("url.number")
    result = _to_url(parsed)
    if result.port in BAD_PORTS:
        raise fail("url.port")
    return result


def resolve_redirect(location: str, base: Url) -> Url:
    """Return where *location*, sent by *base*, leads, else raise ``unreachable``, reason ``redirect`` (§3.12)."""
    if len(location) > URL_MAX:  # punycode takes time that grows with the square of the length
        raise fail("redirect.target")
    try:
        parsed = ada_url.URL(location, base=base.href)
    except ValueError:  # a lone surrogate is one, too
        raise fail("redirect.target") from None
    if parsed.protocol[:-1] not in _DEFAULT_PORTS or parsed.username or parsed.password or len(parsed.href) > URL_MAX:
        raise fail("redirect.target")
    result = _to_url(parsed)
    if result.port in BAD_PORTS:
        raise fail("redirect.target")
    return result


def redact(url: str) -> str:
    """Return *url*, which need not be a valid one, with ``***`` for its user information."""
    return _USER_INFORMATION.sub(r"\1***@", url)


def _check_text(url: str) -> None:
    if len(url) > URL_MAX:  # §3.1
        raise fail("url.length")
    if _REFUSED.search(url):  # §3.2
        raise fail("url.character")
    if "\\" in url:  # §3.3
        raise fail("url.backslash")


def _check_authority(url: str) -> str:
    """Return the host as it is written (§3.4-3.7)."""
    scheme = _SCHEME.match(url)
    if not scheme:
        raise fail("url.scheme")
    authority = _AUTHORITY_END.split(url[scheme.end() :], maxsplit=1)[0]
    _, at, host_and_port = authority.rpartition("@")
    host = host_and_port.partition(":")[0]
    if not host:
        raise fail("url.host")
    if at:
        raise fail("url.credentials")
    if _ZONE.match(authority):
        raise fail("url.zone")
    return host


def _to_url(parsed: ada_url.URL) -> Url:
    """Take apart what ada parsed as http or https, without user information."""
    href = parsed.href.partition("#")[0]
    scheme = parsed.protocol[:-1]
    return Url(
        href=href,
        scheme=scheme,
        host=parsed.hostname.strip("[]"),
        port=int(parsed.port) if parsed.port else _DEFAULT_PORTS[scheme],
        target=href.removeprefix(parsed.origin),  # not pathname and search, which leave out an empty query's "?"
        authority=parsed.host,
    )
