"""Coerce values from a host to plain Python types before using them.

Their classes may lie about what they are (mocks) or raise when compared, hashed or printed (proxies). So this module
checks ``type(value)`` rather than ``__class__`` and calls only the methods of the built-in types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NO_NAME: Final = "(not a string)"


def plain_str(value: object) -> str | None:
    """Return *value* as a plain ``str``, or None if it is not a string."""
    return str.__str__(value) if issubclass(type(value), str) else None


def plain_number(value: object) -> int | None:
    """Return *value* as an ``int`` if it is an int or a float without a fraction, else None; booleans give None."""
    kind = type(value)
    if issubclass(kind, bool):
        return None
    if issubclass(kind, int):
        return int.__int__(value)  # type: ignore[arg-type]
    if issubclass(kind, float) and float.is_integer(value):  # type: ignore[arg-type]
        return float.__int__(value)  # type: ignore[arg-type]
    return None


def plain_mapping(value: object) -> dict[str, Any]:
    """Return the entries of *value* that are not None, by name; anything but a mapping gives an empty dict.

    All keys that are not strings become ``NO_NAME``, which matches no parameter and no configuration key.
    """
    if not issubclass(type(value), Mapping):
        return {}
    entries: Mapping[Any, Any] = value  # type: ignore[assignment]
    return {_name(key): entry for key, entry in entries.items() if entry is not None}


def _name(key: object) -> str:
    name = plain_str(key)
    return NO_NAME if name is None else name
