"""Coerce values from a host to built-in types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NO_NAME: Final = "(not a string)"


def as_str(value: object) -> str | None:
    """Return *value* as a plain ``str``, or None if it is not a string."""
    return str.__str__(value) if isinstance(value, str) else None


def as_int(value: object) -> int | None:
    """Return *value* as an ``int`` if it is an int or a float without a fraction, else None; booleans give None."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def as_mapping(value: object) -> dict[str, Any]:
    """Return the entries of *value* that are not None, by name; anything but a mapping gives an empty dict.

    All keys that are not strings become ``NO_NAME``, which matches no parameter and no configuration key.
    """
    if not isinstance(value, Mapping):
        return {}
    return {_name(key): entry for key, entry in value.items() if entry is not None}


def _name(key: object) -> str:
    name = as_str(key)
    return NO_NAME if name is None else name
