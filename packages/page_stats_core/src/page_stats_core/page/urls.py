"""Validate URLs from arguments and redirects, split them for the request, and redact them (§3).

The library ada parses URLs as the URL Standard defines. ``addresses`` decides whether a host may be connected to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import ada_url

from page_stats_core.contract import fail
from page_stats_core.page.tool import BAD_PORTS, URL_MAX

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}

# The characters that §3.2 rejects. The last range is lone surrogates.
_REFUSED = re.compile("[\x00-\x20\x7f-\x9f\ud800-\udfff]")
_SCHEME = re.compile("https?://", re.IGNORECASE | re.ASCII)
_AUTHORITY_END = re.compile("[/?#]")
_ZONE = re.compile(r"\[[^\]%]*%[^\]]*\]")
# The URL Standard treats backslashes as slashes, accepts any number of slashes, and ignores tabs and line ends.
_USER_INFORMATION = re.compile(r"\A([^/\\?#:]*(?::|[/\\][\t\n\r]*[/\\])[/\\\t\n\r]*+)[^/\\?#]*@")


@dataclass(frozen=True, slots=True)
class Url:
    """An http or https URL without user information.

    ``href`` is the serialised URL without fragment. ``host`` is ASCII, without brackets if it is an IPv6 address.
    ``target`` is the path and query, as in the request line. ``authority`` is the value of the Host header: the host,
    with brackets if it is an IPv6 address, and the port unless it is the default port of the scheme.
    """

    href: str
    scheme: str
    host: str
    port: int
    target: str
    authority: str


def parse_input(url: str) -> Url:
    """Validate a URL from the arguments and parse it (§3.1-3.11); raise ``invalid_url``."""
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
    if len(parsed.href) > URL_MAX:  # §3.11
        raise fail("url.length")
    return result


def resolve_redirect(location: str, base: Url) -> Url:
    """Resolve the redirect target *location* against *base*, the URL that was requested (§3.12).

    Raises ``unreachable`` with reason ``redirect`` if the resulting URL must not be requested.
    """
    return _resolve(location, base.href)


def resolve_refresh(target: str, base: str | None, page: Url) -> Url:
    """Resolve the target of a refresh against *base*, the value of ``<base href>``, or against *page* (§5.24).

    Raises ``unreachable`` with reason ``redirect`` if the resulting URL must not be requested.
    """
    return _resolve(target, page.href if base is None else _base_url(base, page.href))


def _base_url(base: str, page: str) -> str:
    """Return the URL of a ``<base href>`` (HTML Standard, "set the frozen base URL")."""
    if len(base) > URL_MAX:
        return page
    try:
        parsed = ada_url.URL(base, base=page)
    except ValueError:
        return page
    return page if parsed.protocol in ("data:", "javascript:") or len(parsed.href) > URL_MAX else parsed.href


def _resolve(location: str, base: str) -> Url:
    """Resolve *location* against *base* (§3.12).

    Raises ``unreachable`` with reason ``redirect`` if the resulting URL must not be requested.
    """
    if len(location) > URL_MAX:  # punycode takes time quadratic in the length
        raise fail("redirect.target")
    try:
        parsed = ada_url.URL(location, base=base)
    except ValueError:  # also raised for lone surrogates
        raise fail("redirect.target") from None
    if parsed.protocol[:-1] not in _DEFAULT_PORTS or parsed.username or parsed.password or len(parsed.href) > URL_MAX:
        raise fail("redirect.target")
    result = _to_url(parsed)
    if result.port in BAD_PORTS:
        raise fail("redirect.target")
    return result


def redact(url: str) -> str:
    """Return *url*, valid or not, with its user information replaced by ``***``."""
    return _USER_INFORMATION.sub(r"\1***@", url)


def _check_text(url: str) -> None:
    if len(url) > URL_MAX:  # §3.1
        raise fail("url.length")
    if _REFUSED.search(url):  # §3.2
        raise fail("url.character")
    if "\\" in url:  # §3.3
        raise fail("url.backslash")


def _check_authority(url: str) -> str:
    """Check scheme, host and user information (§3.4-3.7); return the host as written."""
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
    """Convert *parsed*, an http or https URL without user information."""
    href = parsed.href.partition("#")[0]
    scheme = parsed.protocol[:-1]
    return Url(
        href=href,
        scheme=scheme,
        host=parsed.hostname.strip("[]"),
        port=int(parsed.port) if parsed.port else _DEFAULT_PORTS[scheme],
        target=href.removeprefix(parsed.origin),  # pathname and search would drop the "?" of an empty query
        authority=parsed.host,
    )
