"""Keep the cookies of one call (§5.20 to §5.22; RFC 6265, sections 5.1 to 5.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from math import inf
from typing import Final, NamedTuple

from page_stats_core.page.urls import Url

COOKIES_MAX: Final = 50
COOKIE_BYTES_MAX: Final = 8_192

_BLANK = " "
_NOT_PRINTABLE = re.compile("[^ -~]")
_SECURE_NAMES = ("__secure-", "__host-")
_MAX_AGE = re.compile("(-?)0*+([0-9]*+)")
_MAX_AGE_DIGITS = 10  # a cookie with a longer Max-Age never expires within a call

# RFC 6265, section 5.1.1. Only the beginning of each token of a date matters.
_DELIMITERS = re.compile(r"[\t -/;-@\[-`{-~]+")
_TIME = re.compile("([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?![0-9])")
_DAY = re.compile("([0-9]{1,2})(?![0-9])")
_MONTH = re.compile("(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.I)
_YEAR = re.compile("([0-9]{2,4})(?![0-9])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIRST_YEAR = 1601


class _Key(NamedTuple):
    host: str
    path: str
    name: str


class _Cookie(NamedTuple):
    value: str
    secure: bool
    expires: float


class Jar:
    """The cookies of one call, in the order in which they were set. Times are in seconds since 1970."""

    def __init__(self) -> None:
        self._cookies: dict[_Key, _Cookie] = {}

    def store(self, url: Url, values: Iterable[str], now: float) -> None:
        """Store the cookies that the response of *url* set; *values* are its Set-Cookie headers."""
        for value in values:
            if not (read := _read(value, url, now)):
                continue
            key, cookie = read
            kept = {each: old for each, old in self._cookies.items() if old.expires > now}
            if cookie.expires <= now:
                kept.pop(key, None)
            elif _fits(kept | {key: cookie}):
                kept[key] = cookie
            self._cookies = kept

    def header(self, url: Url, now: float) -> str:
        """Return the Cookie header for a request of *url*, empty if there are no cookies."""
        path = _path(url)
        found = [
            (key, cookie)
            for key, cookie in self._cookies.items()
            if key.host == url.host
            and cookie.expires > now
            and (url.scheme == "https" or not cookie.secure)
            and _matches(path, key.path)
        ]
        found.sort(key=lambda each: -len(each[0].path))
        return "; ".join(f"{key.name}={cookie.value}" for key, cookie in found)


def _fits(cookies: dict[_Key, _Cookie]) -> bool:
    size = sum(len(key.name) + 1 + len(cookie.value) for key, cookie in cookies.items())
    return len(cookies) <= COOKIES_MAX and size <= COOKIE_BYTES_MAX


def _read(text: str, url: Url, now: float) -> tuple[_Key, _Cookie] | None:
    """Read a Set-Cookie header (RFC 6265, section 5.2). Return None if its cookie is ignored."""
    pair, *rest = text.split(";")
    name, equals, value = (part.strip(_BLANK) for part in pair.partition("="))
    if not (equals and name) or _NOT_PRINTABLE.search(text):
        return None
    path, secure = "", name.lower().startswith(_SECURE_NAMES)
    expires = max_age = None
    for attribute in rest:
        key, _, said = (part.strip(_BLANK) for part in attribute.partition("="))
        match key.lower():
            case "path":
                path = said
            case "secure":
                secure = True
            case "expires":
                expires = _read_date(said) or expires
            case "max-age":
                max_age = _read_max_age(said) or max_age
    if secure and url.scheme != "https":
        return None
    ends = expires.timestamp() if expires else inf
    key_path = path if path.startswith("/") else _default_path(_path(url))
    return _Key(url.host, key_path, name), _Cookie(value, secure, now + max_age if max_age else ends)


def _read_max_age(text: str) -> float | None:
    """Return a Max-Age in seconds (section 5.2.2), ``-inf`` if it is not positive, or None if it is invalid."""
    match = _MAX_AGE.fullmatch(text)
    if not match or not text.strip("-"):
        return None
    if match[1] or not match[2]:
        return -inf
    return int(match[2]) if len(match[2]) <= _MAX_AGE_DIGITS else inf


def _read_date(text: str) -> datetime | None:
    """Return a date (section 5.1.1), or None if it is invalid."""
    patterns = {"time": _TIME, "day": _DAY, "month": _MONTH, "year": _YEAR}
    found: dict[str, re.Match[str]] = {}
    for token in _DELIMITERS.split(text):
        for part, pattern in patterns.items():
            if part not in found and (match := pattern.match(token)):
                found[part] = match
                break
    if len(found) < len(patterns):
        return None
    year = int(found["year"][1])
    year += 1900 if 70 <= year <= 99 else 2000 if year <= 69 else 0
    month = _MONTHS.index(found["month"][1].lower()) + 1
    hour, minute, second = (int(number) for number in found["time"].groups())
    try:
        date = datetime(year, month, int(found["day"][1]), hour, minute, second, tzinfo=UTC)
    except ValueError:  # no such date or time
        return None
    return date if year >= _FIRST_YEAR else None


def _path(url: Url) -> str:
    return url.target.partition("?")[0]


def _default_path(path: str) -> str:
    """Return the path of a cookie without Path (section 5.1.4)."""
    return path.rpartition("/")[0] or "/"


def _matches(path: str, cookie_path: str) -> bool:
    """Return whether a cookie with *cookie_path* is sent to *path* (section 5.1.4)."""
    return path == cookie_path or path.startswith(cookie_path if cookie_path.endswith("/") else f"{cookie_path}/")
