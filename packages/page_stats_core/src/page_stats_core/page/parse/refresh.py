"""Find the refreshes that a page declares (§5.23, §5.24; HTML Standard, "shared declarative refresh steps")."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from page_stats_core.page.parse import decode
from page_stats_core.page.parse.attributes import read_values
from page_stats_core.page.parse.charset import is_xhtml
from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.elements import fold
from page_stats_core.page.parse.references import replace_in_attribute
from page_stats_core.page.parse.source import Source
from page_stats_core.page.parse.tokenizer import Tokenizer

SCAN_BYTES: Final = 65_536
DELAY_MAX: Final = 5

_BLANK = r"\t\n\f\r "
_DELAY = re.compile(rf"[{_BLANK}]*+([0-9]*+)(\.?+)[0-9.]*+(?![^;,{_BLANK}])")
_SEPARATOR = re.compile(rf"[{_BLANK}]*+[;,]?+[{_BLANK}]*+")
_URL = re.compile(rf"url[{_BLANK}]*+=[{_BLANK}]*+", re.I | re.A)
_CANDIDATE = re.compile(rb"""http-equiv[\t\n\f\r ]*+=[\t\n\f\r ]*+["']?[r&]""")
_ESCAPE = b"\x1b"


class Refresh(NamedTuple):
    """The URL of a refresh, as written, and the URL of the ``<base href>`` before it, if any."""

    url: str
    base: str | None


def read_refresh(value: str) -> str | None:
    """Return the URL in the value of a refresh, or None if the value is invalid or the delay is too long.

    None is also returned if there is no URL, because the refresh then only loads the page itself again.
    """
    delay = _DELAY.match(value)
    if not delay or not (delay[1] or delay[2]):
        return None
    seconds = delay[1].lstrip("0") or "0"
    if len(seconds) > 1 or int(seconds) > DELAY_MAX:
        return None
    separator = _SEPARATOR.match(value, delay.end())
    assert separator  # the pattern also matches the empty string
    url = value[separator.end() :]
    if not url:
        return None
    if key := _URL.match(url):
        url = url[key.end() :]
    elif url[:1] in ("u", "U"):  # quotes count only at the start or after "url="
        return url
    return url[1:].partition(url[0])[0] if url[:1] in ("'", '"') else url


def find_refreshes(body: bytes | bytearray | memoryview, content_type: str | None) -> list[Refresh]:
    """Return the refreshes that ``meta`` elements declare in the first ``SCAN_BYTES`` bytes of *body*."""
    head = bytes(body[:SCAN_BYTES])
    finder = _Finder(xhtml=is_xhtml(content_type))
    text = "".join(decode.decode(head, content_type, lambda: None))
    Tokenizer(_Whole(iter([text])), finder, use_bulk=False).read()
    return finder.found


def may_refresh(body: bytes | bytearray | memoryview) -> bool:
    """Return False if *body* declares no refresh, in any encoding. This is quick, and the case for most pages."""
    head = bytes(body[:SCAN_BYTES])
    if _ESCAPE in head:  # in ISO-2022-JP, escape sequences can be between letters
        return True
    if b"\0" in head:  # perhaps UTF-16
        head = head.replace(b"\0", b"")
    return _CANDIDATE.search(head.lower()) is not None


class _Whole(Source):
    """A source with one slice, so that no tag is longer than a slice."""

    __slots__ = ()

    def slice_end(self) -> int:
        """Return the end of the text."""
        return len(self.text)


class _Finder(Content):
    """Notes refreshes instead of counting text."""

    def __init__(self, *, xhtml: bool) -> None:
        super().__init__(xhtml=xhtml)
        self.found: list[Refresh] = []
        self._base: str | None = None
        self._templates = 0

    def read_text(self, text: str) -> None:
        """Ignore text."""

    def read_as_is(self, text: str) -> None:
        """Ignore text."""

    def start_tag(self, name: str, attributes: str, *, self_closing: bool) -> bool:
        """Handle a start tag; note a refresh or the base URL."""
        if name in ("meta", "base") and attributes and not (self._templates or self.foreign.flags):
            self._note(name, attributes)
        if name == "template" and not self.foreign.is_direct() and not (self_closing and self.xhtml):
            self._templates += 1
        return super().start_tag(name, attributes, self_closing=self_closing)

    def end_html(self, name: str) -> None:
        """Handle the end tag of an HTML element."""
        if name == "template":
            self._templates -= self._templates > 0
        super().end_html(name)

    def _note(self, name: str, attributes: str) -> None:
        values = {key: replace_in_attribute(value) for key, value in read_values(attributes).items()}
        if name == "base":
            self._base = values.get("href") if self._base is None else self._base
        elif fold(values.get("http-equiv", "")) == "refresh":
            url = read_refresh(values.get("content", ""))
            if url is not None:
                self.found.append(Refresh(url, self._base))
