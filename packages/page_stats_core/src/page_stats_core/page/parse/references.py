"""Replace character references in text and titles (§7.11). The names of references are in tables/entities.json."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from page_stats_core.page.parse.elements import Memo
from page_stats_core.page.parse.tables import load
from page_stats_core.page.parse.words import without_marks
from page_stats_core.page.patterns import possessive

_REFERENCE = re.compile(r"&(?:#[xX]([0-9a-fA-F]++);?+|#([0-9]++);?+|([A-Za-z][A-Za-z0-9]++);?+)", re.A)
_WHOLE_REFERENCE = re.compile(r"(&(?:#(?:[xX][0-9a-fA-F]++|[0-9]++);?+|[A-Za-z][A-Za-z0-9]++;?+))", re.A)
_BAD: Final = "\ufffd"
# HTML Standard, "numeric character reference end state".
_WINDOWS_1252: Final[Mapping[int, str]] = dict(
    zip(
        [0x80, *range(0x82, 0x8D), 0x8E, *range(0x91, 0x9D), 0x9E, 0x9F],
        "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ",
        strict=True,
    )
)

# A reference at the end of a slice, which may continue in the next slice.
_CUT = re.compile("&" + possessive(r"(#[xX])([0-9a-fA-F]*+)|(#)([0-9]*+)|[A-Za-z][A-Za-z0-9]*+", "?") + r"\Z", re.A)
_NAME_MAX = 64  # more than twice the length of the longest name
_DIGITS_MAX = 8  # without leading zeros; a code point does not have more digits


class _Names(NamedTuple):
    """The named references.

    The keys of ``texts`` include the "&" and any ";". ``without_semicolon`` has the names that are valid without ";",
    grouped by their first two letters.
    """

    texts: Mapping[str, str]
    without_semicolon: Mapping[str, list[str]]


@cache
def _names() -> _Names:
    names = load("entities")["names"]
    without: dict[str, list[str]] = {}
    for name in sorted((name for name in names if not name.endswith(";")), key=len, reverse=True):
        without.setdefault(name[:2], []).append(name)
    return _Names({f"&{name}": text for name, text in names.items()}, without)


def replace(text: str) -> str:
    """Return *text* with each reference replaced. References in a replacement are not replaced again."""
    return _REFERENCE.sub(_text_of, text) if "&" in text else text


def replace_in_attribute(value: str) -> str:
    """Return *value*, an attribute's value, with each reference replaced (§7.14)."""
    return _REFERENCE.sub(_text_in_attribute, value) if "&" in value else value


def _text_in_attribute(reference: re.Match[str]) -> str:
    whole = reference[0]
    if reference[3] is None:
        return _text_of(reference)
    if whole[-1] != ";" and reference.string.startswith("=", reference.end()):
        return whole
    return _names().texts.get(whole, whole)


def replace_in_text(text: str) -> str:
    """Do what ``replace`` does, but without producing the characters that mark links (§10.15)."""
    if "&" not in text:
        return text
    parts = _WHOLE_REFERENCE.split(text)
    parts[1::2] = map(_TEXTS.__getitem__, parts[1::2])
    return "".join(parts)


_TEXTS: Final[Memo[str, str]] = Memo(lambda reference: without_marks(replace(reference)))


def _text_of(reference: re.Match[str]) -> str:
    whole = reference[0]
    names = _names()
    text = names.texts.get(whole)
    if text is not None:
        return text
    name = reference[3]
    if name is None:
        return _number(reference[1], 16) if reference[1] else _number(reference[2], 10)
    for known in names.without_semicolon.get(name[:2], ()):
        if name.startswith(known):
            return names.texts[f"&{known}"] + whole[1 + len(known) :]
    return whole


def _number(digits: str, base: int) -> str:
    digits = digits.lstrip("0")
    return _code_point(digits, base) if 0 < len(digits) <= _DIGITS_MAX else _BAD


@lru_cache(1024)
def _code_point(digits: str, base: int) -> str:
    code_point = int(digits, base)
    if code_point > 0x10FFFF or 0xD800 <= code_point <= 0xDFFF:
        return _BAD
    return _WINDOWS_1252.get(code_point) or chr(code_point)


def split_cut(text: str) -> tuple[str, str]:
    """Split *text* before a reference at its end that may continue in the next piece.

    The second part is that reference, or empty. A number with many digits is shortened to an equivalent number.
    """
    at = text.rfind("&")
    match = _CUT.match(text, at) if at >= 0 else None
    if not match:
        return text, ""
    cut = match[0]
    if len(cut) > _NAME_MAX:
        start, digits = match[1] or match[3], match[2] or match[4]
        if not digits:
            return text, ""
        cut = f"&{start}{digits.lstrip('0')[: _DIGITS_MAX + 1] or '0'}"
    return text[:at], cut


def uncut(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the text of *pieces*, split so that no reference is in two pieces."""
    cut = ""
    for piece in pieces:
        whole, cut = split_cut(cut + piece)
        yield whole
    yield cut
