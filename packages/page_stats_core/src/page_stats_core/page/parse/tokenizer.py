"""Read markup of every kind (§7) token by token, and pass it to ``content``."""

from __future__ import annotations

from math import inf
from typing import Final

from page_stats_core.page.parse import raw
from page_stats_core.page.parse.attributes import read_long
from page_stats_core.page.parse.bulk import Bulk
from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.elements import Memo, fold
from page_stats_core.page.parse.grammar import (
    ATTRIBUTE,
    BLANK,
    BOGUS_COMMENT_BUT_CDATA,
    CLOSING,
    COMMENT,
    MARKUP,
    NAME,
    pattern,
)
from page_stats_core.page.parse.source import Source
from page_stats_core.page.patterns import possessive

_TEXT = "[^<]*+" + possessive(rf"<(?!{MARKUP}|\Z)[^<]*+")
# A text and the markup after it. Groups 1 to 4 are the text, the tag name, the attributes, and the characters between
# the attributes and ">". Group 5 is "<" if the slice ends before the markup does, or "" if it ends after the text.
_TOKEN = pattern(
    rf"({_TEXT})"
    rf"(?:<(?:(/?{NAME})(?:>|({possessive(ATTRIBUTE)})({CLOSING})>)|{COMMENT}|{BOGUS_COMMENT_BUT_CDATA})|(?=(<|\Z)))"
)
_NAME_RUN = pattern(rf"[^{BLANK}/>]*+")
_COMMENT_END = pattern("--!?>")
_BOGUS_COMMENT_END = pattern(">")
_END_OF_INPUT = pattern(r"(?!)")
_LETTER = pattern("/?[a-zA-Z]")
_CDATA = "![CDATA["
_LOWER: Final[Memo[str, str]] = Memo(fold)


class Tokenizer:
    """Reads a page to its end. *use_bulk* enables the fast path, which does not change the result."""

    def __init__(self, source: Source, content: Content, *, use_bulk: bool = True) -> None:
        self._source = source
        self._content = content
        self._bulk = Bulk(source, content) if use_bulk and not content.xhtml else None
        self._ordinary = 0  # tags read since the fast path was last tried

    def read(self) -> None:
        """Read the whole page."""
        while self._source.fill():
            if self._bulk and self._content.is_html():
                self._bulk.read()
            self._ordinary = 0
            while self._source.fill() and not (self._ordinary >= self._patience() and self._content.is_html()):
                self._read_slice()

    def _patience(self) -> float:
        """Return the number of tags after which the fast path is tried again."""
        return self._bulk.patience if self._bulk else inf

    def _read_slice(self) -> None:
        """Read markup to the end of a slice. Stop earlier if the text after a tag must be read differently."""
        source, content = self._source, self._content
        begin, end = source.at, source.slice_end()
        if source.text[begin] == "<":
            content.end_reference()
        goes_on, patience = False, self._patience()
        for token in _TOKEN.finditer(source.text, begin, end):
            text, tag, attributes, closing, unfinished = token.groups()
            source.at = token.end()
            if text:
                content.read_text(text)
            if tag:
                name = _LOWER[tag]
                if name[0] == "/":
                    content.end_tag(name[1:])
                elif content.start_tag(name, attributes or "", self_closing=bool(closing) and closing[-1] == "/"):
                    self._read_content(name)
                    break
                self._ordinary += 1
                if self._ordinary >= patience and self._content.is_html():
                    break
            elif unfinished is not None:
                goes_on = not unfinished and end < len(source.text)
                if unfinished and source.at == begin:
                    self._read_long()
                break
        content.flush(goes_on=goes_on)

    # ---- markup that does not fit in one slice, or never ends (§7.3)
    def _read_long(self) -> None:
        """Read markup of any length. It starts with "<" at the current position."""
        source, content = self._source, self._content
        source.at += 1
        start = source.text[source.at : source.at + len(_CDATA)]
        if _LETTER.match(start):
            self._read_long_tag()
        elif start.startswith("!--"):
            source.at += 3
            source.skip_past(_COMMENT_END)
        elif start == _CDATA and content.has_cdata():
            source.at += len(_CDATA)
            for piece in raw.cdata(source):
                content.read_as_is(piece)
        elif start in ("", "/"):  # at the end of the input (§7.4)
            source.at += len(start)
            content.read_text("<" + start)
        else:
            source.skip_past(_BOGUS_COMMENT_END)

    def _read_long_tag(self) -> None:
        source, content = self._source, self._content
        slash = source.take("/")
        name = "".join(map(fold, source.run(_NAME_RUN)))
        rest = read_long(source)
        if rest and slash:
            content.end_tag(name)
        elif rest and content.start_tag(name, rest.attributes, self_closing=rest.self_closing):
            self._read_content(name)

    # ---- content that is not markup
    def _read_content(self, name: str) -> None:
        """Read a raw element's content and end tag (§7.8), or everything after plaintext (§7.10)."""
        source, content = self._source, self._content
        if name == "plaintext":
            for piece in source.up_to(_END_OF_INPUT):
                content.read_as_is(piece)
            return
        if name == "script":
            raw.skip_script(source)
        elif name == "title":
            content.set_title(raw.title(source, xhtml=content.xhtml))
        else:
            for piece in raw.content(source, name):
                if name == "xmp":
                    content.read_as_is(piece)
        if not source.take(">"):
            read_long(source)
        if name == "xmp":
            content.end_html(name)
