"""The contract: input, configuration, success and failure, with their bounds and every message.

This is the only place that states them; manifests, schemas and the other language are written from it.
It knows nothing of how a page is fetched or read. The paragraphs (§) are those of spec/page-stats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.coerce import as_int, as_mapping
from page_stats_core.page import host_names
from page_stats_core.sanitize import clean

TOOL_NAME: Final = "page_stats"
TOOL_DESCRIPTION: Final = (
    "Look at a web page before reading it: fetch an http or https URL and report the page's title and the number of "
    "words in its visible text. Few words or none often mean that scripts draw the page, or that it asks for consent "
    "or a login first. truncated means that the page is longer than what was counted. A failure names its cause in "
    "error_code and message; try again only if retryable is true."
)

TIMEOUT_DEFAULT: Final = 10
TIMEOUT_MAX: Final = 60
MAX_BYTES_DEFAULT: Final = 2_000_000
MAX_BYTES_MAX: Final = 20_000_000
USER_AGENT_MAX: Final = 256
URL_MAX: Final = 8_192
TITLE_MAX: Final = 300
CONTENT_TYPE_MAX: Final = 200
NAME_MAX: Final = 64
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


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to fail: its code, its message (a template), and the reason where the code has one."""

    code: ErrorCode
    message: str
    reason: Reason | None = None


def _unreachable(reason: Reason, message: str) -> Fault:
    return Fault("unreachable", message, reason)


FAULTS: Final[Mapping[str, Fault]] = {
    # §1 and §3
    "url.absent": Fault("invalid_url", "url is missing: give the absolute http or https URL of the page."),
    "url.type": Fault("invalid_url", "url is not a string: give the absolute http or https URL of the page."),
    "url.length": Fault("invalid_url", "url has more than 8,192 characters: give a shorter one."),
    "url.character": Fault(
        "invalid_url",
        "url holds a space, a control character or a lone surrogate: percent-encode it, or leave it out.",
    ),
    "url.backslash": Fault("invalid_url", "url holds a backslash: write / instead, or %5C if it is meant."),
    "url.scheme": Fault("invalid_url", "url does not begin with http:// or https://: give an absolute URL."),
    "url.host": Fault("invalid_url", "url has no host: write it after the //, as in https://example.com/."),
    "url.credentials": Fault(
        "invalid_url", "url holds a user name or password: leave out everything before the @, and the @."
    ),
    "url.zone": Fault("invalid_url", "url holds an IPv6 address with a zone: leave out the % and what follows it."),
    "url.syntax": Fault("invalid_url", "url is no valid URL: check its host and port."),
    "url.number": Fault(
        "invalid_url", "url has a number for a host: write an IPv4 address as four decimal parts, such as 192.0.2.1."
    ),
    "url.port": Fault("invalid_url", "url has a port that belongs to another protocol than HTTP: use another port."),
    "parameter.unknown": Fault(
        "invalid_parameter", '"{parameter}" is not a parameter: the parameters are url and timeout_seconds.'
    ),
    "timeout_seconds": Fault("invalid_parameter", "timeout_seconds is not a whole number from 1 to 60."),
    # §2
    "config.unknown": Fault(
        "invalid_parameter",
        '"{parameter}" is not a configuration key: the keys are user_agent, max_bytes, allowed_hosts, '
        "allow_private_network and proxy.",
    ),
    "config.user_agent": Fault(
        "invalid_parameter",
        "user_agent is not 1 to 256 printable ASCII characters that neither begin nor end with a space.",
    ),
    "config.max_bytes": Fault("invalid_parameter", "max_bytes is not a whole number from 1 to 20,000,000."),
    "config.allowed_hosts": Fault(
        "invalid_parameter",
        "allowed_hosts is not a list of host names (wiki.corp), addresses (10.1.2.3) or networks without host bits "
        "(10.0.0.0/8).",
    ),
    "config.allow_private_network": Fault("invalid_parameter", "allow_private_network is neither true nor false."),
    "config.proxy": Fault(
        "invalid_parameter", "proxy is not of the form http://host:port or http://user:password@host:port."
    ),
    # §4
    "address.private": Fault(
        "blocked_address",
        "The URL leads to a private address ({range}). The operator can permit it: put the host, the address or a "
        "network into allowed_hosts, or set allow_private_network.",
    ),
    "address.invented": Fault(
        "blocked_address",
        "The URL leads to 198.18.0.0/15, as names do behind a proxy that answers every name with an invented address "
        "(fake IP). If there is one, the operator can permit it: put 198.18.0.0/15 into allowed_hosts.",
    ),
    "address.never": Fault("blocked_address", "The URL leads to an address that no setting permits ({range})."),
    "address.name": Fault(
        "blocked_address",
        "The URL leads to a host that is private by its name. The operator can permit it: put the name into "
        "allowed_hosts, or set allow_private_network.",
    ),
    # §5
    "timeout": Fault(
        "timeout", "There was no complete answer within {timeout_seconds} s: try again later, or allow more time."
    ),
    "unreachable.dns": _unreachable(
        "dns", "The host name has no address: check its spelling, and that names can be resolved."
    ),
    "unreachable.connect": _unreachable("connect", "The server could not be connected to: try again later."),
    "unreachable.proxy": _unreachable(
        "connect", "The proxy could not be reached or refused the connection: the operator can check the proxy setting."
    ),
    "unreachable.tls": _unreachable(
        "tls", "No secure connection could be made: the server's certificate or its TLS is not valid."
    ),
    "unreachable.reset": _unreachable("reset", "The server closed the connection early: try again later."),
    "unreachable.protocol": _unreachable("protocol", "The server did not answer in valid HTTP."),
    "unreachable.encoding": _unreachable(
        "encoding", "The page is compressed in a way that cannot be undone, or its compressed data is damaged."
    ),
    "redirect.target": _unreachable("redirect", "The server redirects to no valid http or https URL."),
    "redirect.count": _unreachable("redirect", "The server redirects more than 10 times."),
    "redirect.loop": _unreachable("redirect", "The server redirects in a circle."),
    "http_error": Fault("http_error", "The server answered with status {status}."),
    "content_type.absent": Fault(
        "unsupported_content_type", "The server does not say what the content is; only HTML pages can be measured."
    ),
    "content_type.other": Fault(
        "unsupported_content_type", "The content is not an HTML page; only HTML pages can be measured."
    ),
}

# §14.1: what a code adds to a failure, and what it may add.
ADDS: Final[Mapping[ErrorCode, tuple[str, ...]]] = {
    "invalid_url": (),
    "invalid_parameter": ("parameter",),
    "blocked_address": (),
    "timeout": ("timeout_seconds",),
    "unreachable": ("reason",),
    "http_error": ("status",),
    "unsupported_content_type": ("content_type",),
}
MAY_ADD: Final[Mapping[ErrorCode, tuple[str, ...]]] = {"http_error": ("retry_after_seconds",)}
_TEXT_OF_STRANGERS: Final = {"parameter": NAME_MAX, "content_type": CONTENT_TYPE_MAX}
_ALWAYS: Final = frozenset({"ok", "error_code", "message", "retryable"})


class PageStatsInput(BaseModel):
    """What an agent may ask for (§1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str = Field(description="Absolute http or https URL of the page to look at.")
    timeout_seconds: int = Field(
        default=TIMEOUT_DEFAULT,
        ge=1,
        le=TIMEOUT_MAX,
        description="Whole seconds that everything together may take, redirects included.",
    )


def _checked(key: str) -> WrapValidator:
    """Turn whatever is wrong with the value of *key* into its one fault."""

    def check(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        fault = f"config.{key}"
        try:
            return handler(value)
        except ValidationError:
            raise PydanticCustomError(fault, FAULTS[fault].message) from None

    return WrapValidator(check)


def _whole(value: Any) -> Any:
    """Return an int for a float of that value: JSON does not tell 1 from 1.0, and not every language can."""
    number = as_int(value)
    return value if number is None else number


_HostEntry = Annotated[str, Field(strict=True), AfterValidator(host_names.check_entry)]
_ProxyUrl = Annotated[str, Field(strict=True), AfterValidator(host_names.check_proxy)]


class PageStatsConfig(BaseModel):
    """What the operator sets (§2). Raises ``ValueError`` naming the key and its range."""

    # A proxy's password must not reappear in an error.
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    user_agent: Annotated[str, _checked("user_agent")] = Field(
        default=f"page-stats/{VERSION} (+{REPOSITORY})",
        strict=True,
        max_length=USER_AGENT_MAX,
        pattern=r"^[!-~](?:[ -~]*[!-~])?$",
        description="User-Agent field of every request.",
    )
    max_bytes: Annotated[int, BeforeValidator(_whole), _checked("max_bytes")] = Field(
        default=MAX_BYTES_DEFAULT,
        strict=True,
        ge=1,
        le=MAX_BYTES_MAX,
        description="Decoded bytes of a body that are looked at.",
    )
    allowed_hosts: Annotated[tuple[_HostEntry, ...], _checked("allowed_hosts")] = Field(
        default=(),
        description="Host names, addresses or networks that are permitted although private.",
    )
    allow_private_network: Annotated[bool, _checked("allow_private_network")] = Field(
        default=False, strict=True, description="Permit private addresses for every host."
    )
    proxy: Annotated[_ProxyUrl | None, _checked("proxy")] = Field(
        default=None, repr=False, description="http://[user:password@]host:port, used for every request."
    )

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        return {key: value for key, value in values.items() if value is not None}


def _state_ok(schema: dict[str, Any]) -> None:
    schema["required"].insert(0, "ok")  # it has a default, but every answer states it


class PageStats(BaseModel):
    """A page's title and length (§13)."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=_state_ok)

    ok: Literal[True] = True
    url: str = Field(description="The URL as given.")
    final_url: str = Field(description="The URL after redirects, without fragment.")
    status: int = Field(ge=200, le=299, description="HTTP status.")
    content_type: str = Field(max_length=CONTENT_TYPE_MAX, description="Content-Type as sent.")
    title: str | None = Field(max_length=TITLE_MAX, description="The page's title, null when there is none.")
    word_count: int = Field(ge=0, description="Words in the page's visible text.")
    truncated: bool = Field(description="Whether the page is longer than max_bytes; then only its beginning was read.")


def _say_what_the_code_adds(schema: dict[str, Any]) -> None:
    _state_ok(schema)
    additions = schema["properties"].keys() - _ALWAYS
    schema["allOf"] = [
        {
            "if": {"properties": {"error_code": {"const": code}}},
            "then": {
                "required": list(fields),
                "properties": dict.fromkeys(sorted(additions - {*fields, *MAY_ADD.get(code, ())}), False),
            },
        }
        for code, fields in ADDS.items()
    ]


class PageStatsFailure(BaseModel):
    """Why there is no answer (§14). Fields that the code does not add are unset and not part of the payload."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=_say_what_the_code_adds)

    ok: Literal[False] = False
    error_code: ErrorCode = Field(description="What kind of failure it is.")
    message: str = Field(description="What is wrong and what to do about it.")
    retryable: bool = Field(description="Whether the same call may succeed later.")
    parameter: str | None = Field(default=None, max_length=NAME_MAX, description="The argument or key that is wrong.")
    timeout_seconds: int | None = Field(default=None, ge=1, le=TIMEOUT_MAX, description="The time that was allowed.")
    reason: Reason | None = Field(default=None, description="What could not be done.")
    status: int | None = Field(default=None, description="HTTP status.")
    retry_after_seconds: int | None = Field(
        default=None, ge=0, le=RETRY_AFTER_MAX, description="When the server wants to be asked again."
    )
    content_type: str | None = Field(
        default=None, max_length=CONTENT_TYPE_MAX, description="Content-Type as sent, null when none was."
    )

    @model_validator(mode="after")
    def _has_what_the_code_adds(self) -> Self:
        added = self.model_fields_set - _ALWAYS - {*MAY_ADD.get(self.error_code, ())}
        if added != set(ADDS[self.error_code]):
            raise ValueError(f"{self.error_code} adds {ADDS[self.error_code]}, not {sorted(added)}")
        return self

    def payload(self) -> dict[str, Any]:
        """Return the failure as JSON-ready data."""
        return {"ok": False, **self.model_dump(mode="json", exclude_unset=True)}


class PageStatsError(Exception):
    """The one exception: there is no answer, and ``failure`` says why."""

    def __init__(self, failure: PageStatsFailure) -> None:
        super().__init__(failure.message)
        self.failure = failure

    def __reduce__(self) -> tuple[type[PageStatsError], tuple[PageStatsFailure]]:
        return type(self), (self.failure,)


def fail(fault: str, **details: Any) -> PageStatsError:
    """Make the error for *fault*, a key of ``FAULTS``.

    *details* are what the code adds to the failure (text as it came, §12), and what the message's template names.
    """
    code, template, reason = FAULTS[fault].code, FAULTS[fault].message, FAULTS[fault].reason
    for name, limit in _TEXT_OF_STRANGERS.items():
        if details.get(name) is not None:
            details[name] = clean(details[name], limit)
    fields = {name: value for name, value in details.items() if name in PageStatsFailure.model_fields}
    if reason:
        fields["reason"] = reason
    return PageStatsError(
        PageStatsFailure(
            error_code=code,
            message=template.format_map(details),
            retryable=_is_retryable(code, reason, details.get("status")),
            **fields,
        )
    )


def _is_retryable(code: ErrorCode, reason: Reason | None, status: int | None) -> bool:
    """Apply §14.2."""
    return code == "timeout" or reason in RETRYABLE_REASONS or status in RETRYABLE_STATUSES


def config_from(values: Mapping[str, object]) -> PageStatsConfig:
    """Make a configuration of what arrived with a call (§2.2).

    Raises ``PageStatsError`` (``invalid_parameter``) naming the first wrong key.
    """
    given = as_mapping(values)
    unknown = given.keys() - PageStatsConfig.model_fields.keys()
    if unknown:
        raise fail("config.unknown", parameter=min(unknown))
    try:
        return PageStatsConfig.model_validate(given)
    except ValidationError as error:
        wrong = {
            fault["loc"][0] for fault in error.errors(include_url=False, include_context=False, include_input=False)
        }
    key = next(key for key in PageStatsConfig.model_fields if key in wrong)
    raise fail(f"config.{key}", parameter=key)
