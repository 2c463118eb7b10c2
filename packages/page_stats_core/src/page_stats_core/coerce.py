"""Convert values from a host to built-in types.

An instance of a subclass, such as a string enum, becomes an instance of the built-in type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NO_NAME: Final = "(not a string)"


def as_str(value: object) -> str | None:
    """Return *value* as a ``str`` if it is a string, or None otherwise."""
    return str.__str__(value) if isinstance(value, str) else None


def as_int(value: object) -> int | None:
    """Return *value* as an ``int`` if it is a whole number (int or float, not boolean), or None otherwise."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def as_mapping(value: object) -> dict[str, Any]:
    """Return the mapping *value* as a dict without its None entries, or an empty dict if *value* is not a mapping.

    Keys that are not strings become ``NO_NAME``, which is neither a parameter nor a configuration key.
    """
    if not isinstance(value, Mapping):
        return {}
    return {_name(key): entry for key, entry in value.items() if entry is not None}


def _name(key: object) -> str:
    name = as_str(key)
    return NO_NAME if name is None else name
