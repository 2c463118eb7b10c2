"""Sets of elements, each with the paragraph of spec/page-stats.md (§) that defines it.

Names are in lower case. This module reads no markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple, TypeVar

Key = TypeVar("Key", bound=str | None)
Value = TypeVar("Value")
Names = frozenset[str]


def _names(text: str) -> Names:
    return frozenset(text.split())


# §7.8: raw elements. Their content is not markup and ends at their end tag.
RAW: Final = _names("script style textarea title xmp iframe noembed noframes noscript")

# §8.1: elements that start foreign content.
FOREIGN_ROOTS: Final = _names("svg math")

# §8.2: integration points, inside which start tags are HTML again. MATH_POINT_EXCEPTIONS has the start tags that are
# not HTML inside MATH_POINTS. HTML_ANNOTATIONS has the encodings that make <annotation-xml> an integration point.
SVG_POINTS: Final = _names("foreignobject desc title")
MATH_POINTS: Final = _names("mi mo mn ms mtext")
MATH_POINT_EXCEPTIONS: Final = _names("mglyph malignmark")
HTML_ANNOTATIONS: Final = _names("text/html application/xhtml+xml")

# §8.3: start tags that leave foreign content (HTML Standard, "The rules for parsing tokens in foreign content").
# FONT_BREAKOUT has the attributes that make <font> such a tag.
BREAKOUT: Final = _names("""
    b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
    nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
""")
FONT_BREAKOUT: Final = _names("color face size")

# §8.5: text is not counted while one of these elements is open in foreign content.
SILENT: Final = _names("title desc metadata style script annotation annotation-xml")

# §10.2: elements whose start and end tags separate words.
SEPARATING: Final = _names("""
    address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption
    figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup
    option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp
""")

# §10.8: controls and embedded content, whose start and end tags separate words. Those of CONDITIONAL_CONTROLS
# separate words only at start tags, depending on an attribute.
CONTROLS: Final = _names("button canvas embed iframe img meter progress textarea video")
CONDITIONAL_CONTROLS: Final = _names("audio input")
SEPARATING_TAGS: Final = SEPARATING | CONTROLS

# §8.4: end tags that leave foreign content if no foreign element of that name is open.
BREAKOUT_ENDS: Final = SEPARATING | _names("""
    a abbr b big button cite code em font i label nobr s small span strike strong sub sup template tt u
""")

# §10.4: elements that never start a hidden region. VOID has the elements without content and end tag (HTML Standard,
# "Void elements", including obsolete elements).
VOID: Final = _names("""
    area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
""")
NEVER_HIDDEN: Final = _names("html body svg math")

# §10.9: elements that are never rendered, and elements that are rendered without their content.
NEVER_RENDERED: Final = _names("datalist rp")
EMPTY_INSIDE: Final = _names("audio canvas meter progress video")
STARTS_REGION: Final = NEVER_RENDERED | EMPTY_INSIDE | _names("dialog")

# §10.5: elements whose end tags do not end a hidden region that started inside them.
FORMATTING: Final = _names("a b big code em font i nobr s small strike strong tt u")


# §10.14: elements that can have a shadow root. So can elements with "-" in their names, except RESERVED.
_HOSTS: Final = _names("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span")
_RESERVED: Final = _names("""
    annotation-xml color-profile font-face font-face-format font-face-name font-face-src font-face-uri missing-glyph
""")


def is_host(name: str) -> bool:
    """Return whether the element *name* can have a shadow root."""
    return name in _HOSTS or ("-" in name and name not in _RESERVED)


class ImpliedEnd(NamedTuple):
    """The start tags in ``before`` end a region, unless an element in ``unless`` is open inside it (§10.6)."""

    before: Names
    unless: Names


_CELLS = _names("td th")
_ROW_GROUPS = _names("tbody thead tfoot")
_ROWS = _names("tr") | _ROW_GROUPS
_TABLE = _names("table")
_TERM = ImpliedEnd(_names("dt dd"), _names("dl"))

IMPLIED_END: Final[Mapping[str, ImpliedEnd]] = {
    "p": ImpliedEnd(
        _names("""
            address article aside blockquote center details dialog dir div dl dt dd fieldset figcaption figure footer
            form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary
            table ul xmp
        """),
        _names(""),
    ),
    "li": ImpliedEnd(_names("li"), _names("ul ol menu")),
    "dt": _TERM,
    "dd": _TERM,
    "option": ImpliedEnd(_names("option optgroup"), _names("")),
    "optgroup": ImpliedEnd(_names("optgroup"), _names("")),
    "rp": ImpliedEnd(_names("rb rt rtc rp"), _names("")),
    **dict.fromkeys(_CELLS, ImpliedEnd(_CELLS | _ROWS, _TABLE)),
    "tr": ImpliedEnd(_ROWS, _TABLE),
    **dict.fromkeys(_ROW_GROUPS, ImpliedEnd(_ROW_GROUPS, _TABLE)),
}


# §7: only ASCII letters are folded. In names, NUL becomes U+FFFD.
_FOLDED = str.maketrans(ascii_uppercase + "\0", ascii_lowercase + "\ufffd")


def fold(name: str) -> str:
    """Return *name* with ASCII letters in lower case and NUL as U+FFFD."""
    return name.lower() if name.isascii() and "\0" not in name else name.translate(_FOLDED)


class Memo(dict[Key, Value]):
    """A function that takes a string, with a cache of up to 2,000 results for strings of fewer than *short* characters.

    The cache initially holds the results in *known*.
    """

    def __init__(
        self, compute: Callable[[str], Value], known: Mapping[Key, Value] | None = None, *, short: int = 64
    ) -> None:
        super().__init__(known or {})
        self._compute = compute
        self._short = short

    def __missing__(self, key: Key) -> Value:
        assert isinstance(key, str)
        value = self._compute(key)
        if len(self) < 2000 and len(key) < self._short:
            self[key] = value
        return value
