"""Parse response headers: Content-Type, Content-Encoding, Location, Retry-After, Set-Cookie, Refresh (§5).

Header names are in lower case, as h11 returns them. ``flow`` decides how to act on a value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from page_stats_core.page.fetch.inflate import UNSUPPORTED_CODINGS
from page_stats_core.page.parse.charset import charset_parameter
from page_stats_core.page.patterns import possessive
from page_stats_core.page.tool import RETRY_AFTER_MAX

RawFields = Sequence[tuple[bytes, bytes]]

_BLANKS = "\t\n\f\r "
_NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
# Fetch Standard, "get, decode, and split": a comma in a quoted string is not a separator.
_QUOTED = '"' + possessive(r'[^"\\]++|\\.') + '"?+'
_LIST_MEMBER = re.compile(possessive(f'[^",]++|{_QUOTED}'), re.S)
# MIME Sniffing Standard, "parse a MIME type".
_MEDIA_TYPE = re.compile(rf"({_NAME}/{_NAME})[{_BLANKS}]*+(?:;|\Z)")
_CODINGS = frozenset({"gzip", "x-gzip", "deflate", "x-deflate"})
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH = f"(?P<month>{'|'.join(_MONTHS)})"
_TIME = "(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
# RFC 9110, section 5.6.7: the preferred format and the two obsolete ones.
_DATES = (
    re.compile(rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?P<day>[0-9]{{2}}) {_MONTH} (?P<year>[0-9]{{4}}) {_TIME} GMT"),
    re.compile(
        rf"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?P<day>[0-9]{{2}})-{_MONTH}-(?P<year>[0-9]{{2}}) {_TIME} GMT"
    ),
    re.compile(rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) {_MONTH} (?P<day>[0-9]{{2}}| [0-9]) {_TIME} (?P<year>[0-9]{{4}})"),
)
_SECONDS = re.compile("0*([0-9]{1,5})")


class ContentType(NamedTuple):
    """The Content-Type that counts (§5.7).

    ``sent`` is the value as sent, or None if no header was sent. ``media_type`` is in lower case, and empty if no
    value is valid. ``declared`` is the value; if it has no charset parameter, that of an earlier value is added.
    """

    sent: str | None
    media_type: str
    declared: str


def content_type(fields: RawFields) -> ContentType:
    """Return the last valid Content-Type (Fetch Standard, "extract a MIME type"; §5.7)."""
    members = _members(fields, b"content-type")
    found = ContentType(members[-1] if members else None, "", "")
    charset = None
    for member in members:
        match = _MEDIA_TYPE.match(member)
        if not match or match[1] == "*/*":
            continue
        media_type = match[1].lower()
        declared, own = member, charset_parameter(member)
        if own is None and charset is not None and media_type == found.media_type:
            declared = f"{media_type};charset={_quoted(charset)}"
        else:
            charset = own
        found = ContentType(member, media_type, declared)
    return found


def _quoted(value: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def is_nosniff(fields: RawFields) -> bool:
    """Return whether X-Content-Type-Options forbids sniffing (Fetch Standard, "determine nosniff"; §5.10)."""
    members = _members(fields, b"x-content-type-options")
    return bool(members) and members[0].lower() == "nosniff"


def content_codings(fields: RawFields) -> list[str]:
    """Return the content codings in lower case, in the order in which they were applied (§5.8)."""
    members = [member.lower() for member in _members(fields, b"content-encoding")]
    return [member for member in members if member in _CODINGS or member in UNSUPPORTED_CODINGS]


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
    """Return all Set-Cookie headers (§5.20)."""
    return _values(fields, b"set-cookie")


def refresh(fields: RawFields) -> str | None:
    """Return the first Refresh, or None if none was sent (§5.23)."""
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
    date = next(filter(None, (form.fullmatch(value) for form in _DATES)), None)
    if not date:
        return None
    month, day = _MONTHS.index(date["month"]) + 1, int(date["day"])
    hour, minute, second = map(int, date.group("hour", "minute", "second"))
    try:
        at = datetime(_year(date["year"], now), month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:  # no such date or time
        return None
    return math.ceil(at.timestamp() - now)


def _year(digits: str, now: float) -> int:
    """Return the year. A year of two digits is at most 50 years in the future (RFC 9110, section 5.6.7)."""
    if len(digits) == 4:
        return int(digits)
    this_year = datetime.fromtimestamp(now, UTC).year
    ahead = (int(digits) - this_year) % 100
    return this_year + (ahead if ahead <= 50 else ahead - 100)


def _members(fields: RawFields, wanted: bytes) -> list[str]:
    """Return the comma-separated members of all headers of this name, without blanks around them."""
    values = _values(fields, wanted)
    if not values:
        return []
    text, members, at = ", ".join(values), [], 0
    while at <= len(text):
        match = _LIST_MEMBER.match(text, at)
        assert match  # the pattern also matches the empty string
        members.append(match[0].strip(_BLANKS))
        at = match.end() + 1
    return members


def _values(fields: RawFields, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in fields if name == wanted]
