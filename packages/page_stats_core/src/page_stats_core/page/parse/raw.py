"""Read the content of raw elements, which is not markup, and extract the title (§7.8, §7.9, §7.13, §9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from page_stats_core.page.parse import references
from page_stats_core.page.parse.elements import RAW
from page_stats_core.page.parse.grammar import BLANK, pattern
from page_stats_core.page.parse.source import MARGIN, Source
from page_stats_core.page.parse.words import has_visible, is_white_space, tokens

_END: Final = {name: pattern(rf"</(?i:{name})(?=[{BLANK}/>])") for name in RAW}
_TITLE_LOOKED_AT: Final = 4_096
_CDATA_START = "<![CDATA["
_TITLE_END_OR_CDATA = pattern(rf"</(?i:title)(?=[{BLANK}/>])|<!\[CDATA\[")
_CDATA_END = pattern("]]>")

# The states of a script in the HTML Standard, named without its prefix "script data". Each state is the pattern of the
# delimiters that end the state.
_DATA = pattern(rf"<(?:!--|/(?i:script)(?=[{BLANK}/>]))")
_ESCAPED = pattern(rf"-->|</?(?i:script)(?=[{BLANK}/>])")
_DOUBLE_ESCAPED = pattern(rf"-->|</(?i:script)(?=[{BLANK}/>])")


def content(source: Source, name: str) -> Iterator[str]:
    """Read the raw element *name* through the name of its end tag; yield the element's content in pieces (§7.8)."""
    return source.up_to(_END[name])


def cdata(source: Source) -> Iterator[str]:
    """Read the rest of a CDATA section; yield its text in pieces (§8.1), with NUL as U+FFFD (§7.12)."""
    for piece in source.up_to(_CDATA_END):
        yield piece.replace("\0", "\ufffd")


def skip_script(source: Source) -> None:
    """Read the content of a script, through the name of its end tag (§7.9)."""
    state = _DATA
    while source.fill():
        end = source.slice_end()
        match = state.search(source.text, source.at, end + MARGIN)
        if not match:
            source.at = end
            continue
        source.at = match.end()
        found = match[0]
        if found == "-->":
            state = _DATA
        elif found == "<!--":
            state = _ESCAPED
            source.at -= 2  # the dashes of "<!--" may be part of "-->"
        elif found[1] != "/":
            state = _DOUBLE_ESCAPED
        elif state is _DOUBLE_ESCAPED:
            state = _ESCAPED
        else:
            return


def title(source: Source, *, xhtml: bool) -> str:
    """Read the content of a title, through the name of its end tag; return its text (§9.1)."""
    text = _Collapsed()
    end = _TITLE_END_OR_CDATA if xhtml else _END["title"]
    while True:
        for piece in references.uncut(source.up_to(end)):
            text.add(references.replace(piece.replace("\0", "\ufffd")))
        if source.delimiter != _CDATA_START:
            return str(text)
        for piece in cdata(source):
            text.add(piece)


class _Collapsed:
    """The beginning of a text in which each run of white space becomes one space, with no white space at either end.

    It has at most ``_TITLE_LOOKED_AT`` characters. If all of them are ignorable, it is empty (§9.1).
    """

    def __init__(self) -> None:
        self._text = ""
        self._gap = False

    def add(self, text: str) -> None:
        """Append *text*, which may end within a token."""
        if not text or len(self._text) == _TITLE_LOOKED_AT:
            return
        if found := tokens(text):
            space = " " if self._text and (self._gap or is_white_space(text[0])) else ""
            self._text = (self._text + space + " ".join(found))[:_TITLE_LOOKED_AT]
        self._gap = is_white_space(text[-1])

    def __str__(self) -> str:
        return self._text.rstrip(" ") if has_visible(self._text) else ""
