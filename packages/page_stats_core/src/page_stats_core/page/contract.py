"""The contract of ``page_stats``: input, configuration, success and failure, with their bounds and every message.

Manifests, schemas and the TypeScript constants are generated from this module. It does not depend on how a page is
fetched or parsed. Paragraph numbers (§) refer to spec/page-stats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.declarations import (
    NAME_MAX,
    TIMEOUT_DEFAULT,
    TIMEOUT_MAX,
    Failure,
    Fault,
    checked,
    state_ok,
    whole,
)
from page_stats_core.page import host_names

TOOL_NAME: Final = "page_stats"
TOOL_TITLE: Final = "Page Stats"
# The parameter that a call is about.
SUBJECT: Final = "url"
TOOL_DESCRIPTION: Final = (
    "Check a web page before reading it: fetch an http or https URL and return the page's title and the number of "
    "words in its visible text. Few or no words often mean that scripts render the page, or that it shows a consent or "
    "login form first. truncated means that only the beginning of the page was counted. A failure gives its cause in "
    "error_code and message; retry only if retryable is true."
)

MAX_BYTES_DEFAULT: Final = 2_000_000
MAX_BYTES_MAX: Final = 20_000_000
USER_AGENT_MAX: Final = 256
URL_MAX: Final = 8_192
TITLE_MAX: Final = 300
CONTENT_TYPE_MAX: Final = 200
MAX_REDIRECTS: Final = 10
RETRY_AFTER_MAX: Final = 86_400

# Instead of the error's own text, which may hold a secret.
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

# The Fetch Standard, section 2.9, "Port blocking".
BAD_PORTS: Final = frozenset(
    {
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104),
        *(109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526),
        *(530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659),
        *(4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    }
)


def _unreachable(reason: Reason, message: str) -> Fault:
    return Fault("unreachable", message, reason)


FAULTS: Final[Mapping[str, Fault]] = {
    # §1 and §3
    "url.absent": Fault("invalid_url", "url is missing: give the absolute http or https URL of the page."),
    "url.type": Fault("invalid_url", "url must be a string: give the absolute http or https URL of the page."),
    "url.length": Fault("invalid_url", f"url must be at most {URL_MAX:,} characters long: use a shorter URL."),
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
    "url.number": Fault(
        "invalid_url", "url must give an IPv4 address as four decimal numbers: write it like 192.0.2.1."
    ),
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
        "encoding", "The response could not be decompressed: unsupported or corrupt Content-Encoding."
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

# §14.1: the fields that each code adds to a failure, and those that it may add.
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


class PageStatsInput(BaseModel):
    """The arguments of a call (§1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str = Field(description="Absolute http or https URL of the page.")
    timeout_seconds: int = Field(
        default=TIMEOUT_DEFAULT,
        ge=1,
        le=TIMEOUT_MAX,
        description="Time limit in whole seconds for the entire call, including redirects.",
    )


_HostEntry = Annotated[str, Field(strict=True), AfterValidator(host_names.check_entry)]
_ProxyUrl = Annotated[str, Field(strict=True), AfterValidator(host_names.check_proxy)]


class PageStatsConfig(BaseModel):
    """The operator's configuration (§2). Raises ``ValueError`` naming the key and its allowed values."""

    # Errors must not echo a proxy's password.
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    user_agent: Annotated[str, checked("user_agent", FAULTS)] = Field(
        default=f"page-stats/{VERSION} (+{REPOSITORY})",
        strict=True,
        max_length=USER_AGENT_MAX,
        pattern=r"^[!-~](?:[ -~]*[!-~])?$",
        description=f"User-Agent header of every request: 1 to {USER_AGENT_MAX} printable ASCII characters.",
    )
    max_bytes: Annotated[int, BeforeValidator(whole), checked("max_bytes", FAULTS)] = Field(
        default=MAX_BYTES_DEFAULT,
        strict=True,
        ge=1,
        le=MAX_BYTES_MAX,
        description=f"Decoded bytes of a page to read, 1 to {MAX_BYTES_MAX:,}; a longer page is truncated.",
    )
    allowed_hosts: Annotated[tuple[_HostEntry, ...], checked("allowed_hosts", FAULTS)] = Field(
        default=(),
        description="Host names, addresses or networks to allow even if they are private.",
    )
    allow_private_network: Annotated[bool, checked("allow_private_network", FAULTS)] = Field(
        default=False, strict=True, description="Allow private addresses for every host."
    )
    proxy: Annotated[_ProxyUrl | None, checked("proxy", FAULTS)] = Field(
        default=None, repr=False, description="Proxy for every request: http://[user:password@]host:port."
    )

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        return {key: value for key, value in values.items() if value is not None}


class PageStats(BaseModel):
    """A page's title and length (§13)."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=state_ok)

    ok: Literal[True] = True
    url: str = Field(description="The URL as given.")
    final_url: str = Field(description="The URL after redirects, without the fragment.")
    status: int = Field(ge=200, le=299, description="HTTP status.")
    content_type: str = Field(max_length=CONTENT_TYPE_MAX, description="Content-Type as sent.")
    title: str | None = Field(max_length=TITLE_MAX, description="The page's title, null if it has none.")
    word_count: int = Field(ge=0, description="Number of words in the page's visible text.")
    truncated: bool = Field(description="Whether the page exceeds max_bytes, so that only its beginning was read.")


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
