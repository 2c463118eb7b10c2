"""The options of the tool: the contract's configuration (§2), with defaults from the environment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.utils import from_env
from page_stats_core import PageStatsConfig
from page_stats_core.page.host_names import HIDDEN, hide_if_invalid
from page_stats_core.page.tool import MAX_BYTES_DEFAULT, MAX_BYTES_MAX, USER_AGENT_MAX
from pydantic import BaseModel, Field, model_validator

_USER_AGENT: str = PageStatsConfig.model_fields["user_agent"].default


def _max_bytes() -> Any:
    """Return the number in ``PAGE_STATS_MAX_BYTES``, or the default if the variable is empty or unset.

    Text that is not a number is returned unchanged, and the validation of the option rejects it.
    """
    text = from_env("PAGE_STATS_MAX_BYTES", default="")()
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text or MAX_BYTES_DEFAULT


class PageStatsOptions(BaseModel):
    """The options of the tool.

    The environment variables ``PAGE_STATS_USER_AGENT`` and ``PAGE_STATS_MAX_BYTES`` set the defaults of two options.
    """

    user_agent: str = Field(
        default_factory=lambda: from_env("PAGE_STATS_USER_AGENT", default="")() or _USER_AGENT,
        description=f"User-Agent header of every request: 1 to {USER_AGENT_MAX} printable ASCII characters (§2.3).",
    )
    max_bytes: int = Field(
        default_factory=_max_bytes,
        description=f"Decoded bytes of a page to read, 1 to {MAX_BYTES_MAX:,}; a longer page is truncated (§2.4).",
    )
    # The environment cannot set the next two options, because a variable that disables protection is easily overlooked.
    allowed_hosts: Sequence[str] = Field(
        default=(), description="Host names, addresses or networks to allow even if they are private (§2.5)."
    )
    allow_private_network: bool = Field(default=False, description="Allow private addresses for every host (§2.6).")
    proxy: str | None = Field(
        default=None, repr=False, description="Proxy for every request: http://[user:password@]host:port (§2.7)."
    )

    @model_validator(mode="before")
    @classmethod
    def _hide_secrets(cls, values: Any) -> Any:
        """Replace values that are rejected and may contain a password, because pydantic's errors repeat them."""
        if not isinstance(values, Mapping):
            return values
        return {key: _hidden(key, value) if _may_be_secret(cls, key) else value for key, value in values.items()}

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, _hidden(name, value) if _may_be_secret(type(self), name) else value)


def _may_be_secret(model: type[BaseModel], name: str) -> bool:
    """Return whether *name* is the proxy, or an unknown option, such as a misspelt one."""
    return name == "proxy" or not (name in model.model_fields or hasattr(model, name))


def _hidden(name: str, value: Any) -> Any:
    if value is None:
        return None
    return hide_if_invalid(value) if name == "proxy" else HIDDEN
