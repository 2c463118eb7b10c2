"""Read the two declarations of a ``style`` attribute that affect the count (§10.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from page_stats_core.page.parse.elements import fold
from page_stats_core.page.parse.grammar import BLANK, pattern
from page_stats_core.page.parse.references import replace_in_attribute, uncut

_BLANKS = pattern(f"[{BLANK}]+")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A longer declaration is ignored. A run of blanks counts as one character.
_DECLARATION_MAX: Final = 256

_INHERITING: Final = frozenset({"inherit", "unset", "revert", "revert-layer"})
_VISIBILITY: Final = _INHERITING | {"visible", "hidden", "collapse", "initial"}
# CSS Display: the values that stand alone, and those of which one of each kind may be combined.
_ALONE: Final = _INHERITING | _names("""
    none contents initial inline-block inline-table inline-flex inline-grid table-row-group table-header-group
    table-footer-group table-row table-cell table-column-group table-column table-caption ruby-base ruby-text
    ruby-base-container ruby-text-container -webkit-box -webkit-flex -webkit-inline-box -webkit-inline-flex
""")
_OUTSIDE: Final = frozenset({"block", "inline", "run-in"})
_FLOW: Final = frozenset({"flow", "flow-root"})
_INSIDE: Final = _FLOW | {"table", "flex", "grid", "ruby", "math"}
_LIST_ITEM: Final = frozenset({"list-item"})


class Style(NamedTuple):
    """The values of ``display`` and ``visibility``, each "" if it is not set or leaves the decision to other rules."""

    display: str
    visibility: str


class _Property:
    """One property. ``value`` is its last valid value; an important value takes precedence."""

    __slots__ = ("_important", "value")

    def __init__(self) -> None:
        self.value = ""
        self._important = False

    def set(self, value: str, *, important: bool) -> None:
        if important >= self._important:
            self.value, self._important = value, important


def read_style(value: Iterable[str]) -> Style:
    """Return what the value of a ``style`` attribute, given in pieces, says."""
    display, visibility = _Property(), _Property()
    properties, tail = {"display": display, "visibility": visibility}, ""
    for piece in map(replace_in_attribute, uncut(value)):
        *declarations, tail = (tail + piece).split(";")
        for declaration in declarations:
            _declare(properties, declaration)
        tail = _BLANKS.sub(" ", tail)[: _DECLARATION_MAX + 1]
    _declare(properties, tail)
    return Style(
        "" if display.value == "revert-layer" else display.value,
        {"initial": "visible", "collapse": "hidden"}.get(
            visibility.value, "" if visibility.value in _INHERITING else visibility.value
        ),
    )


def _declare(properties: dict[str, _Property], declaration: str) -> None:
    """Apply a declaration, unless it is not valid or does not matter."""
    name, _, rest = declaration.partition(":")
    name = fold(name.strip(_STRIPPED))
    if name not in properties or len(_BLANKS.sub(" ", declaration)) > _DECLARATION_MAX:
        return
    value, mark, word = fold(_BLANKS.sub(" ", rest)).strip(" ").rpartition("!")
    important = bool(mark) and word.strip(" ") == "important"
    if not important:
        value += mark + word
    value = value.rstrip(" ")
    if "var(" in value:
        properties[name].set("revert" if name == "visibility" else "var", important=important)
    elif value in _VISIBILITY if name == "visibility" else _is_display(value):
        properties[name].set(value, important=important)


def _is_display(value: str) -> bool:
    """Return whether *value* is a valid value of ``display``."""
    if value in _ALONE:
        return True
    words = value.split(" ")
    inside = _FLOW if "list-item" in words else _INSIDE
    kinds = [next((kind for kind in (_OUTSIDE, inside, _LIST_ITEM) if word in kind), None) for word in words]
    return None not in kinds and len(set(kinds)) == len(kinds)


_STRIPPED: Final = "\t\n\f\r "
