"""All kinds of failure, with their error codes, messages and additional fields.

Paragraph numbers (§) refer to spec/page-stats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from pydantic import Field

from page_stats_core.declarations import NAME_MAX, TIMEOUT_MAX, Failure, Fault
from page_stats_core.page.tool import (
    CONTENT_TYPE_MAX,
    MAX_BYTES_MAX,
    MAX_REDIRECTS,
    RETRY_AFTER_MAX,
    TOOL_NAME,
    URL_MAX,
    USER_AGENT_MAX,
)

# Replaces the text of an internal error, because that text may contain a secret.
INTERNAL_ERROR_MESSAGE: Final = f"{TOOL_NAME} hit an internal error; please report it with the URL."

ErrorCode = Literal[
    "invalid_url",
    "invalid_parameter",
    "blocked_address",
    "timeout",
    "unreachable",
    "http_error",
    "unsupported_content_type",
]
Reason = Literal["dns", "connect", "tls", "reset", "protocol", "encoding", "redirect"]

RETRYABLE_REASONS: Final = frozenset[Reason]({"connect", "reset"})
RETRYABLE_STATUSES: Final = frozenset({408, 425, 429, 500, 502, 503, 504})


def _unreachable(reason: Reason, message: str) -> Fault:
    return Fault("unreachable", message, reason)


FAULTS: Final[Mapping[str, Fault]] = {
    # §1 and §3
    "url.absent": Fault("invalid_url", "url is missing: give the absolute http or https URL of the page."),
    "url.type": Fault("invalid_url", "url must be a string: give the absolute http or https URL of the page."),
    "url.length": Fault(
        "invalid_url", f"url must be at most {URL_MAX:,} bytes long when percent-encoded: use a shorter URL."
    ),
    "url.character": Fault(
        "invalid_url",
        "url must not contain spaces, control characters or lone surrogates: percent-encode or remove them.",
    ),
    "url.backslash": Fault("invalid_url", "url must not contain a backslash: use /, or %5C for a literal backslash."),
    "url.scheme": Fault("invalid_url", "url must start with http:// or https://: give an absolute URL."),
    "url.host": Fault("invalid_url", "url must have a host: add it after the //, as in https://example.com/."),
    "url.credentials": Fault("invalid_url", "url must not contain a user name or password: remove them and the @."),
    "url.zone": Fault("invalid_url", "url must not contain an IPv6 zone: remove the % and the zone."),
    "url.syntax": Fault("invalid_url", "url must be a valid URL: check its host and port."),
    "url.number": Fault("invalid_url", "An IPv4 address in url must be four decimal numbers: write it like 192.0.2.1."),
    "url.port": Fault("invalid_url", "url must not use a port reserved for another protocol: use another port."),
    "parameter.unknown": Fault(
        "invalid_parameter", 'Unknown parameter "{parameter}": the parameters are url and timeout_seconds.'
    ),
    "timeout_seconds": Fault("invalid_parameter", f"timeout_seconds must be a whole number from 1 to {TIMEOUT_MAX}."),
    # §2
    "config.unknown": Fault(
        "invalid_parameter",
        'Unknown configuration key "{parameter}": the keys are user_agent, max_bytes, allowed_hosts, '
        "allow_private_network and proxy.",
    ),
    "config.user_agent": Fault(
        "invalid_parameter",
        f"user_agent must be 1 to {USER_AGENT_MAX} printable ASCII characters with no leading or trailing space.",
    ),
    "config.max_bytes": Fault("invalid_parameter", f"max_bytes must be a whole number from 1 to {MAX_BYTES_MAX:,}."),
    "config.allowed_hosts": Fault(
        "invalid_parameter",
        "allowed_hosts must be a list of host names (wiki.corp), addresses (10.1.2.3) or networks with no host bits "
        "set (10.0.0.0/8).",
    ),
    "config.allow_private_network": Fault("invalid_parameter", "allow_private_network must be true or false."),
    "config.proxy": Fault(
        "invalid_parameter", "proxy must have the form http://host:port or http://user:password@host:port."
    ),
    # §4
    "address.private": Fault(
        "blocked_address",
        "The URL points to a private address ({range}). The operator can allow it: add the host, address or network to "
        "allowed_hosts, or set allow_private_network.",
    ),
    "address.invented": Fault(
        "blocked_address",
        "The URL points to 198.18.0.0/15, the range that some proxies use to answer every host name with a made-up "
        "address (fake IP). Behind such a proxy, the operator can allow it: add 198.18.0.0/15 to allowed_hosts.",
    ),
    "address.never": Fault("blocked_address", "The URL points to an address that no setting allows ({range})."),
    "address.name": Fault(
        "blocked_address",
        "The URL points to a private host name. The operator can allow it: add the name to allowed_hosts, or set "
        "allow_private_network.",
    ),
    # §5
    "timeout": Fault(
        "timeout", "The call timed out after {timeout_seconds} s: try again later, or increase timeout_seconds."
    ),
    "unreachable.dns": _unreachable("dns", "DNS lookup failed: check the host name."),
    "unreachable.connect": _unreachable("connect", "The connection to the server failed: try again later."),
    "unreachable.local": _unreachable(
        "connect", f"The machine that runs {TOOL_NAME} has no free sockets or memory: try again later."
    ),
    "unreachable.proxy": _unreachable(
        "connect",
        "The proxy connection failed: the proxy is unreachable or refused it. Ask the operator to check the proxy "
        "setting.",
    ),
    "unreachable.tls": _unreachable(
        "tls", "The TLS handshake failed: the server's certificate or TLS configuration is invalid."
    ),
    "unreachable.reset": _unreachable("reset", "The server closed the connection early: try again later."),
    "unreachable.protocol": _unreachable("protocol", "The server sent an invalid HTTP response."),
    "unreachable.encoding": _unreachable(
        "encoding", "The response could not be decompressed: its compressed data is corrupt, cut off or too long."
    ),
    "unreachable.coding": _unreachable(
        "encoding", "The response could not be decompressed: its Content-Encoding {coding} is not supported."
    ),
    "redirect.target": _unreachable("redirect", "The redirect failed: its target must be a valid http or https URL."),
    "redirect.count": _unreachable(
        "redirect", f"The redirect failed: the server redirected more than {MAX_REDIRECTS} times."
    ),
    "redirect.loop": _unreachable("redirect", "The redirect failed: the server redirects in a loop."),
    "http_error": Fault("http_error", "The server answered with status {status}."),
    "content_type.absent": Fault(
        "unsupported_content_type", "Content-Type is missing: only HTML pages can be measured."
    ),
    "content_type.other": Fault(
        "unsupported_content_type",
        "Content-Type must be text/html or application/xhtml+xml: use another tool for other content.",
    ),
}

# §14.1: for each error code, the additional fields that a failure must have (ADDS) or may have (MAY_ADD).
ADDS: Final[Mapping[str, tuple[str, ...]]] = {
    "invalid_url": (),
    "invalid_parameter": ("parameter",),
    "blocked_address": (),
    "timeout": ("timeout_seconds",),
    "unreachable": ("reason",),
    "http_error": ("status",),
    "unsupported_content_type": ("content_type",),
}
MAY_ADD: Final[Mapping[str, tuple[str, ...]]] = {"http_error": ("retry_after_seconds",)}
# Untrusted text in a failure, and its maximum length (§12).
UNTRUSTED_TEXT: Final = {"parameter": NAME_MAX, "content_type": CONTENT_TYPE_MAX}


class PageStatsFailure(Failure):
    """A failed call (§14). Fields that the code does not add are unset and omitted from the payload."""

    adds: ClassVar[Mapping[str, tuple[str, ...]]] = ADDS
    may_add: ClassVar[Mapping[str, tuple[str, ...]]] = MAY_ADD

    error_code: ErrorCode = Field(description="The kind of failure.")
    reason: Reason | None = Field(default=None, description="The step that failed.")
    status: int | None = Field(default=None, description="HTTP status.")
    retry_after_seconds: int | None = Field(
        default=None, ge=0, le=RETRY_AFTER_MAX, description="Seconds to wait before retrying, as sent by the server."
    )
    content_type: str | None = Field(
        default=None, max_length=CONTENT_TYPE_MAX, description="Content-Type as sent, null if none was sent."
    )


def is_retryable(fault: Fault, details: Mapping[str, Any]) -> bool:
    """Return whether the same call may succeed later (§14.2)."""
    return fault.code == "timeout" or fault.reason in RETRYABLE_REASONS or details.get("status") in RETRYABLE_STATUSES
