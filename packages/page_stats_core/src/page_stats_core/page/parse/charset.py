"""Find the encoding that a page declares (§6.1 to §6.5), without decoding the page.

The encoding is in a byte order mark, in the charset parameter of Content-Type, in a meta element or in an XML
declaration. The HTML Standard defines how to find the last two: "prescan a byte stream to determine its encoding" and
"get an XML encoding".
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from page_stats_core.page.parse.elements import fold
from page_stats_core.page.parse.references import replace_in_attribute
from page_stats_core.page.parse.tables import load
from page_stats_core.page.patterns import possessive

PRESCAN_BYTES: Final = 65_536
BLANKS: Final = "\t\n\f\r "
REPLACEMENT: Final = "replacement"

_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xfe\xff": "utf-16be", b"\xff\xfe": "utf-16le"}
_UTF16_DECLARATIONS = {b"<\0?\0x\0": "utf-16le", b"\0<\0?\0x": "utf-16be"}
_UTF16_IS_UTF8 = {"utf-16be": "utf-8", "utf-16le": "utf-8"}
_IN_META = {**_UTF16_IS_UTF8, "x-user-defined": "windows-1252"}


class Declared(NamedTuple):
    """The declared encoding, empty if there is none, and the length of the byte order mark in bytes."""

    encoding: str
    mark: int


def declared(body: bytes | memoryview, content_type: str | None) -> Declared:
    """Return the declared encoding. The order of precedence is byte order mark, Content-Type, meta, XML declaration."""
    head = bytes(body[:PRESCAN_BYTES])
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return Declared(encoding, len(mark))
    return Declared(_in_content_type(content_type) or _in_head(head) or "", 0)


def is_xhtml(content_type: str | None) -> bool:
    """Return whether the media type before the first ";" is application/xhtml+xml (§5.7, §7.13)."""
    return fold((content_type or "").partition(";")[0].strip(BLANKS)) == "application/xhtml+xml"


@cache
def _encodings() -> dict[str, str]:
    return {label: encoding for encoding, labels in load("labels")["labels"].items() for label in labels}


def _labelled(label: str) -> str | None:
    return _encodings().get(fold(label.strip(BLANKS)))


# ---- Content-Type (§6.2): parameters as in RFC 9110, section 5.6.6, with blanks around "=" allowed
_QUOTED = possessive(r'[^"\\]|\\.')
_VALUE = possessive(rf'=[\t\n\f\r ]*+(?:"({_QUOTED})|([^;\t\n\f\r ]*+))', "?")
_PARAMETER = re.compile(
    rf";[\t\n\f\r ]*+([^;=\t\n\f\r ]*+)[\t\n\f\r ]*+{_VALUE}[^;]*+",
    re.S,
)
_QUOTED_PAIR = re.compile(r"\\(.)", re.S)


def charset_parameter(content_type: str) -> str | None:
    """Return the first charset parameter of a Content-Type, or None (§6.2)."""
    for name, quoted, plain in _PARAMETER.findall(content_type):
        if fold(name) == "charset":
            return _QUOTED_PAIR.sub(r"\1", quoted) or str(plain)
    return None


def _in_content_type(content_type: str | None) -> str | None:
    label = charset_parameter(content_type or "")
    return None if label is None else _labelled(label)


# ---- the first bytes (§6.3, §6.4)
def _pattern(text: str, flags: int = 0) -> re.Pattern[bytes]:
    return re.compile(text.encode("ascii"), flags)


_BLANK = r"\t\n\f\r "
# HTML Standard, "get an attribute": a name and, optionally, a value. If the bytes end within a tag, its attributes can
# match, but the tag does not match because its ">" is missing.
_ATTRIBUTE_FORM = (
    rf"[{_BLANK}/]*+([^{_BLANK}/>][^{_BLANK}/>=]*+)"
    rf"""(?:[{_BLANK}]*+=[{_BLANK}]*+(?:"([^"]*+)"|'([^']*+)'|([^{_BLANK}>"'][^{_BLANK}>]*+)|(?=>))"""
    rf"|(?![{_BLANK}]*+=))"
)
_ANY_ATTRIBUTE = re.sub(r"\((?!\?)", "(?:", _ATTRIBUTE_FORM)
# Everything that may come before <meta>: text, comments, other tags and bogus comments. In the prescan, a tag name ends
# at a blank or ">", so "/" is part of the name.
_BEFORE_META = _pattern(
    possessive(
        "[^<]++"
        rf"|<!(?=--)[^-]*+{possessive('-(?!->)[^-]*+')}-->"
        rf"|<(?!(?i:meta)[{_BLANK}/])/?[a-zA-Z][^{_BLANK}>]*+{possessive(_ANY_ATTRIBUTE)}[{_BLANK}/]*+>"
        r"|<(?!!--)(?!/[a-zA-Z])[!?/][^>]*+>"
        r"|<(?![a-zA-Z!?/]|\Z)"
    )
)
_META = _pattern(rf"<meta[{_BLANK}/]", re.I)
_ATTRIBUTE = _pattern(_ATTRIBUTE_FORM)
_TAG_END = _pattern(rf"[{_BLANK}/]*+>")
# HTML Standard, "extracting a character encoding from a meta element".
_CHARSET = re.compile(rf"charset[{_BLANK}]*+=[{_BLANK}]*+")
_CHARSET_VALUE = re.compile(rf"""(?:"([^"]*+)"|'([^']*+)'|([^{_BLANK};"'][^{_BLANK};]*+))""")
# HTML Standard, "get an XML encoding": the word "encoding" may be anywhere after "<?xml".
_XML_ENCODING = _pattern(r"encoding[\0- ]*+=[\0- ]*+(?:\"([^\"]*+)\"|'([^']*+)')")


def _in_head(head: bytes) -> str | None:
    for start, encoding in _UTF16_DECLARATIONS.items():
        if head.startswith(start):
            return encoding
    return _in_meta(head) or _in_xml_declaration(head)


def _in_meta(head: bytes) -> str | None:
    if not _META.search(head):
        return None
    at = 0
    while True:
        at = _end(_BEFORE_META.match(head, at))
        meta = _META.match(head, at)
        if not meta:
            return None
        attributes, at = _attributes(head, meta.end())
        end = _TAG_END.match(head, at)
        if not end:
            return None
        encoding = _of_meta(attributes)
        if encoding:
            return _IN_META.get(encoding, encoding)
        at = end.end()


def _end(match: re.Match[bytes] | None) -> int:
    """Return the end of *match*, which is never None because its pattern also matches the empty string."""
    assert match
    return match.end()


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, str], int]:
    """Return the attributes that start at *at*, and the position where they end.

    Names are in lower case. References in values are replaced (§7.14). If a name is repeated, its first value is used.
    """
    attributes: dict[bytes, str] = {}
    while match := _ATTRIBUTE.match(head, at):
        value = (match[2] or match[3] or match[4] or b"").decode("latin-1")
        attributes.setdefault(match[1].lower(), fold(replace_in_attribute(value)))
        at = match.end()
    return attributes, at


def _of_meta(attributes: dict[bytes, str]) -> str | None:
    """Return the encoding that a meta element declares.

    The encoding is in the attribute ``charset``, or else in ``content`` if ``http-equiv`` is content-type.
    """
    if b"charset" in attributes:
        return _labelled(attributes[b"charset"])
    if attributes.get(b"http-equiv") != "content-type":
        return None
    name = _CHARSET.search(content := attributes.get(b"content", ""))
    value = name and _CHARSET_VALUE.match(content, name.end())
    return _labelled(value[1] or value[2] or value[3] or "") if value else None


def _in_xml_declaration(head: bytes) -> str | None:
    if not head.startswith(b"<?xml") or b">" not in head:
        return None
    at = head.find(b"encoding")
    match = _XML_ENCODING.match(head, at) if at >= 0 else None
    name = (match[1] or match[2] or b"").decode("latin-1") if match else " "
    encoding = None if min(name, default="!") <= " " else _labelled(name)
    return _UTF16_IS_UTF8.get(encoding or "", encoding)
