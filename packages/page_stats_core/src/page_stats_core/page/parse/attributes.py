"""Attributes that affect the result, and their meaning (§7.2, §8.2, §8.3, §10).

Functions receive the attributes of a tag as source text. If the tag is longer than a slice, this text contains only the
relevant attributes, in normalized form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from page_stats_core.page.parse.elements import FONT_BREAKOUT, HTML_ANNOTATIONS, fold
from page_stats_core.page.parse.grammar import BLANK, CLOSING, has_attribute, pattern, up_to_attribute
from page_stats_core.page.parse.references import replace_in_attribute, uncut
from page_stats_core.page.parse.source import Source
from page_stats_core.page.parse.style import read_style

_SHADOW_ROOT_MODES: Final = frozenset({"open", "closed"})
_KEYS: Final = frozenset(
    {"hidden", "style", "popover", "open", "encoding", "controls", "type", "shadowrootmode", "href", "xlink:href"}
    | FONT_BREAKOUT
)
# The values that matter, of attributes other than ``style``.
_VALUES: Final = HTML_ANNOTATIONS | _SHADOW_ROOT_MODES | {"hidden", "until-found"}
_BEGINNING = 1 + max(map(len, _KEYS | _VALUES))


def _any_of(names: Iterable[str]) -> str:
    """Return a pattern for *names* in any case. Their first two letters rule out most other names at once."""
    first, second = ("".join(sorted({name[at] + name[at].upper() for name in names})) for at in (0, 1))
    return f"(?=[{first}][{second}])(?i:{'|'.join(sorted(names))})"


# Group 1 is an attribute's name. Group 2, 3 or 4 is its value if it is double-quoted, single-quoted or unquoted.
_ATTRIBUTE = pattern(
    rf"[{BLANK}/]*+([^{BLANK}/>][^{BLANK}/>=]*+)"
    rf"""(?:[{BLANK}]*+=[{BLANK}]*+(?:"([^"]*+)"|'([^']*+)'|([^{BLANK}>"'][^{BLANK}>]*+)(?!\Z)|(?=>))"""
    rf"|(?![{BLANK}]*+(?:=|\Z)))"
)
_THOSE_BEFORE_A_KEY = pattern(up_to_attribute(_any_of(_KEYS)))
_has_href = pattern(has_attribute("href")).match
_has_foreign_href = pattern(has_attribute("(?:xlink:)?href")).match
_BLANK_RUN = pattern(f"[{BLANK}]*+")
_CLOSING_RUN = pattern(CLOSING)
_NAME_RUN = pattern(rf"[^{BLANK}/>=]*+")
_UNQUOTED_RUN = pattern(rf"[^{BLANK}>]*+")
_QUOTES = {quote: re.compile(quote) for quote in "\"'"}


class Says(NamedTuple):
    """The attributes of an element that affect whether its text is shown (§10.9 to §10.12)."""

    display: str = ""
    visibility: str = ""
    hidden: str | None = None
    popover: bool = False
    open: bool = False


NOTHING: Final = Says()


def says(attributes: str) -> Says:
    """Return what *attributes* say about whether the text of their element is shown."""
    lowered = attributes.lower()  # a quick check, because most attributes contain none of these words
    if not (
        "hidden" in lowered
        or "display" in lowered
        or "visibility" in lowered
        or "popover" in lowered
        or "open" in lowered
        or "&#" in lowered
    ):
        return NOTHING
    found = _read(attributes)
    style = read_style([found.get("style", "")])
    hidden = _folded_value(found, "hidden") if "hidden" in found else None
    return Says(style.display, style.visibility, hidden, "popover" in found, "open" in found)


def shadow_root_mode(attributes: str) -> str:
    """Return "open" or "closed" if a template with *attributes* is the content of a shadow root (§10.15), else ""."""
    mode = _folded_value(_read(attributes), "shadowrootmode")
    return mode if mode in _SHADOW_ROOT_MODES else ""


def is_link(attributes: str) -> bool:
    """Return whether an HTML ``<a>`` with *attributes* starts a link (§10.15)."""
    return bool(_has_href(attributes + ">"))


def is_foreign_link(attributes: str) -> bool:
    """Return whether an ``<a>`` with *attributes* in svg or math starts a link (§10.15)."""
    return bool(_has_foreign_href(attributes + ">"))


def breaks_out(attributes: str) -> bool:
    """Return whether ``<font>`` with *attributes* leaves foreign content (§8.3)."""
    return not FONT_BREAKOUT.isdisjoint(_read(attributes))


def is_html_annotation(attributes: str) -> bool:
    """Return whether ``<annotation-xml>`` with *attributes* is an HTML integration point (§8.2)."""
    return _folded_value(_read(attributes), "encoding") in HTML_ANNOTATIONS


def is_shown_control(name: str, attributes: str) -> bool:
    """Return whether an ``audio`` or ``input`` with *attributes* is shown (§10.8)."""
    found = _read(attributes)
    return "controls" in found if name == "audio" else _folded_value(found, "type") != "hidden"


def _read(attributes: str) -> dict[str, str]:
    """Return the attributes by name. If a name is repeated, its first value is used."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(attributes + ">"):
        found.setdefault(fold(match[1]), _value(match))
    return found


def _folded_value(attributes: Mapping[str, str], name: str) -> str:
    """Return the value of the attribute *name* with references replaced and ASCII letters in lower case, or ""."""
    return fold(replace_in_attribute(attributes.get(name, "")))


def _value(attribute: re.Match[str]) -> str:
    return attribute[2] or attribute[3] or attribute[4] or ""


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
    """Store the attribute in *found* if it is relevant, with a value of bounded length. Always read the whole value."""
    name = fold(name)
    if name not in _KEYS or name in found:
        for _ in value:
            pass
    elif name == "style":
        style = read_style(value)
        found[name] = f"display:{style.display};visibility:{style.visibility}"
    else:
        beginning = fold(_beginning(map(replace_in_attribute, uncut(value))))
        found[name] = beginning if beginning in _VALUES else ""


def _beginning(pieces: Iterator[str]) -> str:
    """Return as much of *pieces* as is needed to recognize a relevant name or value."""
    beginning = ""
    for piece in pieces:
        beginning = (beginning + piece)[:_BEGINNING]
    return beginning


def read_values(attributes: str) -> dict[str, str]:
    """Return the values of *attributes* by name. References in the values are not replaced yet."""
    return _read(attributes.replace("\0", "\ufffd"))
