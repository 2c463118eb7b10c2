"""Read ordinary markup fast: comments, scripts, drawings, and tags that neither hide text nor change how text is read.

One regular expression splits a stretch of ordinary markup. One dictionary look-up per tag decides whether the tag
separates words. One ``join`` builds the text. All of this runs in C.

The tokenizer reads all other markup. It can also read ordinary markup, with the same result.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.elements import FOREIGN_ROOTS, SEPARATING_TAGS, Memo, fold
from page_stats_core.page.parse.grammar import (
    ATTRIBUTE,
    BLANK,
    BOGUS_COMMENT,
    CLOSING,
    COMMENT,
    MARKUP,
    NAME,
    VALUE,
    has_attribute,
    pattern,
)
from page_stats_core.page.parse.source import SLICE, Source
from page_stats_core.page.parse.visible import BREAK, RUN_BREAK, SEPARATOR
from page_stats_core.page.parse.words import LINK, LINK_END, without_marks
from page_stats_core.page.patterns import possessive

# Start tags after which text is read differently. Inside a template, </template> is not ordinary either.
_NOT_ORDINARY = (
    r"[sS](?i:cript|tyle|vg)|[tT](?i:extarea|itle|emplate)|[xX](?i:mp)|[iI](?i:frame)|[nN](?i:o(?:embed|frames|script))"
    r"|[pP](?i:laintext|rogress)|[mM](?i:ath|eter)|[aA](?i:udio)|[cC](?i:anvas)|[dD](?i:atalist|ialog)|[rR](?i:p)"
    r"|[vV](?i:ideo)"
)
# An attribute that does not affect whether its element is shown: not "hidden" or "popover", and not a "style" whose
# value may hide, perhaps written with references: "display" or "visibility" with a value that may begin like "none",
# "hidden" or "collapse".
_HARMLESS_CHARACTER = (
    rf"[dD](?!(?i:isplay)(?![{BLANK}]*+:[{BLANK}]*+[a-mo-zA-MO-Z]))"
    rf"|[vV](?!(?i:isibility)(?![{BLANK}]*+:[{BLANK}]*+[vViI]))|&(?!#)"
)
_IN_DOUBLE_QUOTES = '[^"dDvV&]*+' + possessive(f'(?:{_HARMLESS_CHARACTER})[^"dDvV&]*+')
_IN_SINGLE_QUOTES = "[^'dDvV&]*+" + possessive(f"(?:{_HARMLESS_CHARACTER})[^'dDvV&]*+")
_STYLE_VALUE = rf"""(?:"{_IN_DOUBLE_QUOTES}"|'{_IN_SINGLE_QUOTES}')"""
# It is not type=hidden either, which keeps an input from separating words.
_TYPE_HIDDEN = rf"""[{BLANK}]*+=[{BLANK}]*+["']?+(?:[hH]|&#)"""
_START = (
    rf"(?:[^hHpPsStT{BLANK}/>]|[sS](?!(?i:tyle)[{BLANK}/>=])|[hH](?!(?i:idden)[{BLANK}/>=])|[tT](?!(?i:ype){_TYPE_HIDDEN})"
    rf"|[pP](?!(?i:opover)[{BLANK}/>=]))"
)
_HARMLESS_ATTRIBUTE = (
    rf"[{BLANK}/]*+(?:{_START}[^{BLANK}/>=]*+"
    rf"(?:[{BLANK}]*+=[{BLANK}]*+{VALUE}|(?![{BLANK}]*+=))|[sS](?i:tyle)[{BLANK}]*+=[{BLANK}]*+{_STYLE_VALUE})"
)
# The name of a link and the character after it, unlike that of another <a> (§10.15).
_LINK_NAME = rf"[aA][{BLANK}/](?={has_attribute('href')})"

# Names that are ordinary without a closer look, since they are common: all of one letter, and some others.
_COMMON = rf"(?=[a-zA-Z][{BLANK}/>])|(?=(?:div|img|li|span|td|tr|ul)[{BLANK}/>])"
_ATTRIBUTES = rf"(?=[{BLANK}/>]){possessive(ATTRIBUTE)}"
# Elements whose content does not count. A script is ordinary only if "<!--" does not change where it ends (§7.9).
_UNSEEN = "|".join(
    f"{name}{_ATTRIBUTES}{CLOSING}>[^<]*+"
    + possessive(f"<(?!{stop}/{name}[{BLANK}/>])[^<]*+")
    + f"</{name}[{BLANK}]*+>"
    for name, stop in (("[sS](?i:cript)", "!--|"), ("[sS](?i:tyle)", ""), ("[nN](?i:oscript)", ""))
)
# A drawing without text up to its end tag, which separates words as all its tags do (§8, §10.2).
_SVG = "[sS](?i:vg)"
_SHAPES = "circle|clipPath|defs|ellipse|g|line|linearGradient|mask|path|polygon|polyline|radialGradient|rect|stop|use"
_DRAWING = (
    rf"{_SVG}{_ATTRIBUTES}[{BLANK}]*+>[{BLANK}]*+"
    + possessive(rf"<(?:/?(?i:{_SHAPES}){_ATTRIBUTES}{CLOSING}>|(?i:title)[{BLANK}]*+>[^<]*+</(?i:title)>)[{BLANK}]*+")
    + rf"</(?={_SVG}>)"
)


@cache
def _ordinary(*, in_template: bool, drawings: bool) -> re.Pattern[str]:
    """Return the pattern of ordinary markup. It matches drawings only if *drawings* is true.

    Common names are ordinary without a closer look. Group 1 is the name of a tag. For a link, it includes the
    character after the name; for a drawing, it is the name of the end tag. If the markup is not ordinary, group 2 is
    everything after its "<".
    """
    end_tag = rf"/(?!(?i:template)[{BLANK}/>])" if in_template else "/"
    drawing, its_end = (possessive(_DRAWING, "?"), rf"|(?<=/)(?={_SVG}>)") if drawings else ("", "")
    return pattern(
        rf"<(?:{drawing}({_LINK_NAME}|(?:{end_tag}|{_COMMON}|(?!(?:{_NOT_ORDINARY})[{BLANK}/>]){its_end}){NAME})"
        rf"(?:>|{possessive(_HARMLESS_ATTRIBUTE)}{CLOSING}>)"
        rf"|{COMMENT}|{BOGUS_COMMENT}|{_UNSEEN}|(?={MARKUP}|\Z)((?s:.*+)))"
    )


_AFTER_LINK_NAME = "\t\n\f\r /"
_FIRST_WINDOW = 8192
# A call of ``read`` that reads no more characters than this is not worth its cost. After each such call, the number of
# tags before the next call (``patience``) is doubled.
_GOOD_STRETCH = 100
PATIENCE_MIN: Final = 2
PATIENCE_MAX: Final = 256


# The replacements for tags other than BREAK, by name in lower case.
_REPLACED: Final[dict[str | None, str]] = {
    **dict.fromkeys({"input", *FOREIGN_ROOTS, *SEPARATING_TAGS, *("/" + name for name in SEPARATING_TAGS)}, SEPARATOR),
    **dict.fromkeys({"a", "/a"}, LINK_END),
    **dict.fromkeys({"a" + after for after in _AFTER_LINK_NAME}, LINK),
    "wbr": RUN_BREAK,
}
# The replacement for each tag name. The key None is used for comments, scripts and markup left to the tokenizer.
_IN_PLACE_OF: Memo[str | None, str] = Memo(lambda tag: _REPLACED.get(fold(tag), BREAK), {**_REPLACED, None: BREAK})


class Bulk:
    """Reads stretches of ordinary markup.

    ``patience`` is the number of ordinary tags that the tokenizer should read before it calls ``read`` again.
    """

    def __init__(self, source: Source, content: Content) -> None:
        self._source = source
        self._content = content
        self._window = _FIRST_WINDOW
        self.patience = PATIENCE_MIN

    def read(self) -> None:
        """Read up to the first markup that is not ordinary, or to the end of the window."""
        source, content = self._source, self._content
        end = min(source.at + self._window, len(source.text))
        window = source.text[source.at : end]
        in_template = bool(content.templates or content.shadow_roots)
        ordinary = _ordinary(in_template=in_template, drawings="<svg" in window)
        parts = ordinary.split(window)  # text, tag, rest, text, ...
        other = len(parts) > 1 and parts[-2] is not None
        read = len(window) - (len(parts[-2]) + 1 if other else 0)
        tags = parts[1::3]
        if names := " ".join(filter(None, tags)):
            content.note_tags(names)
        if not content.templates:
            del parts[2::3]
            if LINK in window or LINK_END in window:
                parts[::2] = map(without_marks, parts[::2])
            parts[1::2] = map(_IN_PLACE_OF.__getitem__, tags)
            content.count("".join(parts), goes_on=not other and end < len(source.text))
        source.at += read
        self.patience = PATIENCE_MIN if read > _GOOD_STRETCH else min(self.patience * 2, PATIENCE_MAX)
        self._window = min(max(_FIRST_WINDOW, self._window // 2, read * (2 if other else 4)), SLICE)
