"""Attributes that affect the result, and their meaning (§7.2, §8.2, §8.3, §10.4).

Functions receive the attributes of a tag as source text. If the tag is longer than a slice, this text contains only the
relevant attributes, in normalized form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from page_stats_core.page.parse.elements import FONT_BREAKOUT, HTML_ANNOTATIONS, Memo, fold
from page_stats_core.page.parse.grammar import ATTRIBUTE, BLANK, CLOSING, pattern
from page_stats_core.page.parse.source import Source
from page_stats_core.page.patterns import possessive

_KEYS: Final = frozenset({"hidden", "style", "encoding", *FONT_BREAKOUT})
_BEGINNING = 1 + max(map(len, _KEYS | HTML_ANNOTATIONS))

_STRIPPED: Final = "\t\n\f\r "

# Group 1 is an attribute's name. Group 2, 3 or 4 is its value if it is double-quoted, single-quoted or unquoted.
_ATTRIBUTE = pattern(
    rf"[{BLANK}/]*+([^{BLANK}/>][^{BLANK}/>=]*+)"
    rf"""(?:[{BLANK}]*+=[{BLANK}]*+(?:"([^"]*+)"|'([^']*+)'|([^{BLANK}>"'][^{BLANK}>]*+)(?!\Z)|(?=>))"""
    rf"|(?![{BLANK}]*+(?:=|\Z)))"
)
_KEY = "|".join(sorted(_KEYS))
_THOSE_BEFORE_A_KEY = pattern(possessive(rf"(?![{BLANK}/]*+(?i:{_KEY})[{BLANK}/>=]){ATTRIBUTE}"))
_BLANKS = pattern(f"[{BLANK}]+")
_BLANK_RUN = pattern(f"[{BLANK}]*+")
_CLOSING_RUN = pattern(CLOSING)
_NAME_RUN = pattern(rf"[^{BLANK}/>=]*+")
_UNQUOTED_RUN = pattern(rf"[^{BLANK}>]*+")
_QUOTES = {quote: re.compile(quote) for quote in "\"'"}
# A CSS declaration that is longer than this after its blanks are collapsed cannot be "display: none !important".
_DECLARATION_MAX = 64


def hides(attributes: str) -> bool:
    """Return whether an element with *attributes* is hidden (§10.4)."""
    return _HIDES[attributes]


def breaks_out(attributes: str) -> bool:
    """Return whether ``<font>`` with *attributes* leaves foreign content (§8.3)."""
    return not FONT_BREAKOUT.isdisjoint(_read(attributes))


def is_html_annotation(attributes: str) -> bool:
    """Return whether ``<annotation-xml>`` with *attributes* is an HTML integration point (§8.2)."""
    return fold(_read(attributes).get("encoding", "")) in HTML_ANNOTATIONS


def _read(attributes: str) -> dict[str, str]:
    """Return the attributes by name. If a name is repeated, its first value is used."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(attributes + ">"):
        found.setdefault(fold(match[1]), _value(match))
    return found


def _value(attribute: re.Match[str]) -> str:
    return attribute[2] or attribute[3] or attribute[4] or ""


def _hides(attributes: str) -> bool:
    lowered = attributes.lower()  # a quick check, because most attributes contain neither word
    if "hidden" not in lowered and "display" not in lowered:
        return False
    found = _read(attributes)
    return "hidden" in found or is_display_none([found.get("style", "")])


_HIDES: Final[Memo[str, bool]] = Memo(_hides)


def is_display_none(style: Iterable[str]) -> bool:
    """Return whether the last ``display`` declaration in *style* is ``none`` (§10.4).

    *style* is the value of a ``style`` attribute, in pieces.
    """
    last, tail = "", ""
    for piece in style:
        *declarations, tail = (tail + piece).split(";")
        last = _last_display(declarations) or last
        tail = _BLANKS.sub(" ", tail)[:_DECLARATION_MAX]
    return (_last_display([tail]) or last) == "none"


def _last_display(declarations: Iterable[str]) -> str:
    """Return the value of the last ``display`` declaration.

    Return "nothing" if that value is empty, and "" if there is no such declaration.
    """
    last = ""
    for declaration in declarations:
        name, _, value = declaration.partition(":")
        if fold(name.strip(_STRIPPED)) == "display":
            last = fold(value.strip(_STRIPPED)).removesuffix("!important").rstrip(_STRIPPED) or "nothing"
    return last


class LongTag(NamedTuple):
    """The part of a long tag after its name: the relevant attributes, and whether the tag ends with "/>"."""

    attributes: str
    self_closing: bool


def read_long(source: Source) -> LongTag | None:
    """Read the rest of a tag, from the end of its name through its ">".

    Return None if the input ends before the ">" (§7.3).
    """
    found: dict[str, str] = {}
    while source.fill():
        end = source.slice_end()
        before = _THOSE_BEFORE_A_KEY.match(source.text, source.at, end)
        assert before
        source.at = before.end()
        if attribute := _ATTRIBUTE.match(source.text, source.at, end):
            source.at = attribute.end()
            _keep(found, attribute[1], iter([_value(attribute)]))
            continue
        last = ""
        for piece in source.run(_CLOSING_RUN):
            last = piece[-1:]
        if source.take(">"):
            return LongTag(" ".join(f'{name}="{value}"' for name, value in found.items()), last == "/")
        _read_long_attribute(source, found)
    return None


def _read_long_attribute(source: Source, found: dict[str, str]) -> None:
    """Read one attribute in pieces, and store it in *found* if it is relevant. At the end of the input, do nothing."""
    name = source.next_character() + _beginning(source.run(_NAME_RUN))
    source.skip_run(_BLANK_RUN)
    value: Iterator[str] = iter(())
    if source.take("="):
        source.skip_run(_BLANK_RUN)
        quote = next((quote for quote in _QUOTES if source.take(quote)), "")
        value = source.up_to(_QUOTES[quote]) if quote else source.run(_UNQUOTED_RUN)
    _keep(found, name, value)


def _keep(found: dict[str, str], name: str, value: Iterator[str]) -> None:
    """Store the attribute in *found* if it is relevant, with a value of bounded length."""
    name, says = fold(name), ""
    if name == "style" and name not in found:
        says = "display:none" if is_display_none(value) else ""
    elif (beginning := fold(_beginning(value))) in HTML_ANNOTATIONS:
        says = beginning
    if name in _KEYS:
        found.setdefault(name, says)


def _beginning(pieces: Iterator[str]) -> str:
    """Return as much of *pieces* as is needed to recognize a relevant name or value."""
    beginning = ""
    for piece in pieces:
        beginning = (beginning + piece)[:_BEGINNING]
    return beginning


def read_values(attributes: str) -> dict[str, str]:
    """Return the values of *attributes* by name, in which references are not replaced yet."""
    return _read(attributes.replace("\0", "\ufffd"))
