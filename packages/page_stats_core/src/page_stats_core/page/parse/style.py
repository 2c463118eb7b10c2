"""Read the two declarations of a ``style`` attribute that affect the count (§10.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from page_stats_core.page.parse.elements import Memo, fold
from page_stats_core.page.parse.grammar import BLANK, pattern
from page_stats_core.page.parse.references import replace_in_attribute, uncut

_BLANKS = pattern(f"[{BLANK}]+")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A longer declaration is ignored. A run of blanks counts as one character.
_DECLARATION_MAX: Final = 256

_INHERITING: Final = frozenset({"inherit", "unset", "revert", "revert-layer"})
_VISIBILITY: Final = {
    **dict.fromkeys(_INHERITING, ""),
    **dict.fromkeys(("visible", "initial"), "visible"),
    **dict.fromkeys(("hidden", "collapse"), "hidden"),
}
# CSS Display: the values that are not combined, and those of which one of each kind may be combined.
_ALONE: Final = _INHERITING | _names("""
    none contents initial inline-block inline-table inline-flex inline-grid table-row-group table-header-group
    table-footer-group table-row table-cell table-column-group table-column table-caption ruby-base ruby-text
    ruby-base-container ruby-text-container -webkit-box -webkit-flex -webkit-inline-box -webkit-inline-flex
""")
_OUTSIDE: Final = frozenset({"block", "inline", "run-in"})
_FLOW: Final = frozenset({"flow", "flow-root"})
_INSIDE: Final = _FLOW | {"table", "flex", "grid", "ruby", "math"}
_LIST_ITEM: Final = frozenset({"list-item"})


_STRIPPED: Final = "\t\n\f\r "


class Style(NamedTuple):
    """The values of ``display`` and ``visibility``, each "" if it is not set or leaves the decision to other rules."""

    display: str
    visibility: str


class _Declared(NamedTuple):
    """A valid declaration: the place of its property in ``Style``, and what its value means."""

    place: int
    meaning: str
    important: bool


def read_style(value: Iterable[str]) -> Style:
    """Read the value of a ``style`` attribute, given in pieces; return what it declares."""
    meanings, important, tail = ["", ""], [False, False], ""
    for piece in map(replace_in_attribute, uncut(value)):
        *declarations, tail = (tail + piece).split(";")
        _apply(declarations, meanings, important)
        tail = _BLANKS.sub(" ", tail)[: _DECLARATION_MAX + 1]
    _apply([tail], meanings, important)
    return Style(*meanings)


def _apply(declarations: Iterable[str], meanings: list[str], important: list[bool]) -> None:
    """Update *meanings* and *important*. Only an important declaration replaces the meaning of an important one."""
    for one in map(_DECLARED.__getitem__, declarations):
        if one and one.important >= important[one.place]:
            meanings[one.place], important[one.place] = one.meaning, one.important


def _declared(declaration: str) -> _Declared | None:
    """Return what a declaration says, or None if it is not valid or does not matter."""
    name, _, rest = declaration.partition(":")
    name = fold(name.strip(_STRIPPED))
    if name not in _MEANING or len(_BLANKS.sub(" ", declaration)) > _DECLARATION_MAX:
        return None
    value, mark, word = fold(_BLANKS.sub(" ", rest)).strip(" ").rpartition("!")
    important = bool(mark) and word.strip(" ") == "important"
    value = (value if important else value + mark + word).rstrip(" ")
    meaning = _MEANING[name](value)
    return None if meaning is None else _Declared(Style._fields.index(name), meaning, important)


def _meaning_of_display(value: str) -> str | None:
    """Return what a value of ``display`` means, or None if it is not valid."""
    if "var(" in value:
        return "var("
    if value in _ALONE:
        return "" if value == "revert-layer" else value
    words = value.split(" ")
    inside = _FLOW if "list-item" in words else _INSIDE
    kinds = [next((kind for kind in (_OUTSIDE, inside, _LIST_ITEM) if word in kind), None) for word in words]
    return value if None not in kinds and len(set(kinds)) == len(kinds) else None


def _meaning_of_visibility(value: str) -> str | None:
    """Return what a value of ``visibility`` means, or None if it is not valid."""
    return "" if "var(" in value else _VISIBILITY.get(value)


_MEANING: Final = {"display": _meaning_of_display, "visibility": _meaning_of_visibility}
_DECLARED: Final[Memo[str, _Declared | None]] = Memo(_declared)
