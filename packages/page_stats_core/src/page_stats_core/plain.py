"""Values that a host handed over, made plain before anything is asked of them.

They may be of classes that lie about what they are (mocks) or raise when compared, hashed or printed (proxies), so
their type is looked at, never their ``__class__``, and built-in methods are called on the built-in's terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NO_NAME: Final = "(not a string)"


def plain_str(value: object) -> str | None:
    """Return the string that *value* is, or None."""
    return str.__str__(value) if issubclass(type(value), str) else None


def plain_number(value: object) -> int | None:
    """Return the whole number that *value*, an int or a float, is, or None; a boolean is no number."""
    kind = type(value)
    if issubclass(kind, bool):
        return None
    if issubclass(kind, int):
        return int.__int__(value)  # type: ignore[arg-type]
    if issubclass(kind, float) and float.is_integer(value):  # type: ignore[arg-type]
        return float.__int__(value)  # type: ignore[arg-type]
    return None


def plain_mapping(value: object) -> dict[str, Any]:
    """Return the entries of *value* that are not null, by name; what is no mapping has none.

    Names that are not strings are one name, ``NO_NAME``, which stands for no parameter and no key.
    """
    if not issubclass(type(value), Mapping):
        return {}
    entries: Mapping[Any, Any] = value  # type: ignore[assignment]
    return {_name(key): entry for key, entry in entries.items() if entry is not None}


def _name(key: object) -> str:
    name = plain_str(key)
    return NO_NAME if name is None else name
