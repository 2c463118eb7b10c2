"""Convert Dify's credentials, which are strings, to the contract's configuration (§2) and report invalid credentials.

Dify does not pass the user's language to a plugin, so each error is in all four languages of the plugin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from page_stats_core.contract import PageStatsError, config_from

from adapter.texts import LABELS, REFUSALS

_BETWEEN_HOSTS: Final = re.compile(r"[\s,]+")
# Longer numbers are not converted, because no valid value is that long and int() raises for thousands of digits.
_DIGITS_MAX: Final = 64
_BOOLEANS: Final = {"true": True, "false": False}


def configuration(credentials: Mapping[str, Any]) -> dict[str, Any]:
    """Return *credentials* as a configuration, without validating it. An empty string counts as absent."""
    return {key: _value(key, value) for key, value in credentials.items() if value != ""}


def refusal(credentials: Mapping[str, Any]) -> str | None:
    """Return the error for the first invalid credential, in four languages, or None if all are valid."""
    try:
        config_from(configuration(credentials))
    except PageStatsError as error:
        key, message = error.failure.parameter or "", error.failure.message
        return "\n".join([f"{LABELS[key]}: {message}", *REFUSALS[key]]) if key in LABELS else message
    return None


def _value(key: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    match key:
        case "max_bytes" if value.isascii() and value.isdigit():
            return int(value) if len(value) <= _DIGITS_MAX else value
        case "allowed_hosts":
            return [entry for entry in _BETWEEN_HOSTS.split(value) if entry]
        case "allow_private_network":
            return _BOOLEANS.get(value, value)
    return value
