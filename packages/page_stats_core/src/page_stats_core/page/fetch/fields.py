"""Parse response headers: Content-Type, Content-Encoding, Location, Retry-After, Set-Cookie, Refresh (§5).

Header names are in lower case, as h11 returns them. ``flow`` decides how to act on a value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from page_stats_core.page.patterns import possessive
from page_stats_core.page.tool import RETRY_AFTER_MAX

RawFields = Sequence[tuple[bytes, bytes]]

_BLANKS = "\t\n\f\r "
# RFC 9110, section 5.6.4: a comma in a quoted string is not a separator.
_QUOTED = '"' + possessive(r'[^"\\]++|\\.') + '"?+'
_FIRST_VALUE = re.compile(possessive(f'[^",]++|{_QUOTED}'), re.S)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# RFC 9110, section 5.6.7; for example: Sun, 06 Nov 1994 08:49:37 GMT
_IMF_FIXDATE = re.compile(
    rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([0-9]{{2}}) ({'|'.join(_MONTHS)}) ([0-9]{{4}}) "
    r"([0-9]{2}):([0-9]{2}):([0-9]{2}) GMT"
)
_SECONDS = re.compile("0*([0-9]{1,5})")


def content_type(fields: RawFields) -> str | None:
    """Return the first Content-Type, or None if none was sent (§5.7)."""
    values = _values(fields, b"content-type")
    if not values:
        return None
    first = _FIRST_VALUE.match(", ".join(values))
    assert first  # the pattern also matches the empty string
    return first[0].strip(_BLANKS)


def media_type(value: str) -> str:
    """Return the media type without parameters, in lower case."""
    return value.split(";", 1)[0].strip(_BLANKS).lower()


def content_encoding(fields: RawFields) -> str:
    """Return the content codings in lower case, comma-separated; empty if there are none (§5.8)."""
    return ", ".join(_values(fields, b"content-encoding")).strip(_BLANKS).lower()


def location(fields: RawFields) -> str | None:
    """Return the first Location, or None if none was sent (§5.5)."""
    for name, value in fields:
        if name == b"location":
            try:
                return value.decode("utf-8")
            except UnicodeDecodeError:
                return value.decode("latin-1")
    return None


def set_cookies(fields: RawFields) -> list[str]:
    """Return all Set-Cookie headers (§5.19)."""
    return _values(fields, b"set-cookie")


def refresh(fields: RawFields) -> str | None:
    """Return the first Refresh, or None if none was sent (§5.22)."""
    return next(iter(_values(fields, b"refresh")), None)


def retry_after(fields: RawFields, now: float) -> int | None:
    """Return Retry-After in seconds, or None if it is absent, invalid or out of bounds (§5.6).

    *now* is the current time in seconds since 1970.
    """
    values = _values(fields, b"retry-after")
    if not values:
        return None
    seconds = _seconds(values[0], now)
    return seconds if seconds is not None and 0 <= seconds <= RETRY_AFTER_MAX else None


def _seconds(value: str, now: float) -> int | None:
    if digits := _SECONDS.fullmatch(value):
        return int(digits[1])
    date = _IMF_FIXDATE.fullmatch(value)
    if not date:
        return None
    year, month, day = int(date[3]), _MONTHS.index(date[2]) + 1, int(date[1])
    try:
        at = datetime(year, month, day, int(date[4]), int(date[5]), int(date[6]), tzinfo=UTC)
    except ValueError:  # no such date or time
        return None
    return math.ceil(at.timestamp() - now)


def _values(fields: RawFields, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in fields if name == wanted]
