"""The models of a call's arguments, configuration and result.

Together with ``tool`` and ``failures``, this module is the contract of ``page_stats``. Manifests, schemas and the
TypeScript constants are generated from the contract. The contract does not depend on how a page is fetched or parsed.
Paragraph numbers (§) refer to spec/page-stats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.declarations import TIMEOUT_DEFAULT, TIMEOUT_MAX, checked, state_ok, whole
from page_stats_core.page import host_names
from page_stats_core.page.failures import FAULTS
from page_stats_core.page.tool import (
    CONTENT_TYPE_MAX,
    FINAL_URL_MAX,
    MAX_BYTES_DEFAULT,
    MAX_BYTES_MAX,
    TITLE_MAX,
    USER_AGENT_MAX,
)


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
        known = {key: value if key in cls.model_fields else host_names.HIDDEN for key, value in values.items()}
        if known.get("proxy") is not None:
            known["proxy"] = host_names.hide_if_invalid(known["proxy"])
        return {key: value for key, value in known.items() if value is not None}

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, host_names.HIDDEN)  # always an error, which must not repeat the value


class PageStats(BaseModel):
    """A page's title and length (§13)."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=state_ok)

    ok: Literal[True] = True
    url: str = Field(description="The URL as given.")
    final_url: str = Field(max_length=FINAL_URL_MAX, description="The URL after redirects, without the fragment.")
    status: int = Field(ge=200, le=299, description="HTTP status.")
    content_type: str = Field(max_length=CONTENT_TYPE_MAX, description="Content-Type as sent.")
    title: str | None = Field(max_length=TITLE_MAX, description="The page's title, null if it has none.")
    word_count: int = Field(ge=0, description="Number of words in the page's visible text.")
    link_word_count: int = Field(ge=0, description="How many of these words are in links.")
    truncated: bool = Field(description="Whether the page exceeds max_bytes, so that only its beginning was read.")
