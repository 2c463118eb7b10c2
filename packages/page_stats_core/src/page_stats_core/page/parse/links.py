"""Count the words in links (§10.15). LINK and LINK_END mark the start and the end of each link in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import add
from typing import Final

from page_stats_core.page.parse.words import (
    BEFORE_PIECE,
    INVISIBLE,
    LETTERS,
    LINK,
    LINK_END,
    PIECE,
    count,
    count_special,
    has_letter,
    is_special,
    shorten,
    specials,
)

_MARKS = LINK + LINK_END
_mark_before_mark = re.compile(f"[{_MARKS}]+(?=[{_MARKS}])")
# The first piece of a token and any other piece. Group 1 is what is before the piece, and group 2 is the piece.
_first_piece = re.compile(f"([{INVISIBLE}]*+)([^{LETTERS}{INVISIBLE}][^{LETTERS}]*+)?")
_piece = re.compile(f"({BEFORE_PIECE})({PIECE})?")
# Before a piece, this token makes the piece count as in a token with letters. Its own word is subtracted.
_LETTER: Final = "\u4e2d"


def ends_in_link(text: str) -> bool:
    """Return whether the last mark in *text* starts a link."""
    return text.rfind(LINK) > text.rfind(LINK_END)


def collapse(token: str) -> str:
    """Return *token* without marks that have no effect."""
    if LINK_END not in token and token.count(LINK) < 2:  # a single mark
        return token
    return _mark_before_mark.sub("", token).lstrip(LINK_END)


def count_text(text: str) -> tuple[int, int]:
    """Return how many words *text* contains, and how many of them are in links. All tokens of *text* are complete."""
    plain = text.replace(LINK, "").replace(LINK_END, "")
    words = plain.split()
    if not words:
        return 0, 0
    special = [] if plain.isascii() else specials(words)
    if special:
        return len(words) - len(special) + count_special(special), _count_each(text.split())
    linked = _count_simple(text)
    if linked is None:
        linked = _count_simple(without_empty_links(text))
    return len(words), _count_each(text.split()) if linked is None else linked


def without_empty_links(text: str) -> str:
    """Return *text* without links that have no text, perhaps only an image. They only end the link before them."""
    return text.replace(LINK + LINK_END, LINK_END).replace(f"{LINK} {LINK_END}", f" {LINK_END}")


def _count_simple(text: str) -> int | None:
    """Return how many words of *text* are in links if each token is one word, or None if that is hard to find out.

    Each link is counted together with the character before it. If that character is not white space, it belongs to a
    token that began before the link. This token is counted as well, and then subtracted.
    """
    parts = text.split(LINK)
    before = [part[-1:] for part in parts[:-1]]
    if LINK_END in before:
        before = [part.rstrip(LINK_END)[-1:] for part in parts[:-1]]
    if "" in before[1:]:
        return None
    inside = [part.partition(LINK_END)[0] for part in parts[1:]]
    begun = len("".join("".join(before).split()))
    if not begun:
        return len(" ".join(inside).split())
    return len(" ".join(map(add, before, inside)).split()) - begun


def _count_each(words: Sequence[str]) -> int:
    """Return how many words of the tokens in *words* are in links."""
    plain, at, in_link = 0, 0, False
    whole: list[str] = []
    pieces: list[str] = []
    for place, word in enumerate(words):
        marked = LINK in word or LINK_END in word
        if not marked and (word.isascii() or not is_special(word)):
            continue
        plain += (place - at) * in_link
        at = place + 1
        if marked:
            token = LINK + word if in_link else word
            pieces += _linked(token)
            in_link = ends_in_link(token)
        elif in_link:
            whole.append(word)
    return plain + (len(words) - at) * in_link + count(whole) + count(pieces) - len(pieces)


def _pieces(token: str) -> list[tuple[str, bool]]:
    """Return the pieces of *token* (§11.2), and whether each begins in a link."""
    found: list[tuple[str, bool]] = []
    in_link = False
    first = _first_piece.match(token)
    assert first
    for match in (first, *_piece.finditer(token, first.end())):
        before, piece = match.groups()
        in_link = ends_in_link(before) if LINK in before or LINK_END in before else in_link
        if piece:
            found.append((piece, in_link))
            in_link = ends_in_link(piece) if LINK in piece or LINK_END in piece else in_link
    return found


def _linked(token: str) -> list[str]:
    """Return tokens that contain the words of *token* in links. Each returned token also contains one extra word."""
    if LINK not in token:
        return []
    pieces = _pieces(token)
    if has_letter(token):
        return [_LETTER + piece for piece, in_link in pieces if in_link]
    return [_LETTER + "a"] if pieces and pieces[0][1] else []


def count_token(token: str) -> tuple[int, int]:
    """Return how many words *token* contains, and how many of them are in links."""
    linked = _linked(token)
    plain = token.replace(LINK, "").replace(LINK_END, "")
    return count([plain] if plain else []), count(linked) - len(linked)


def shorten_token(token: str) -> tuple[str, int, int]:
    """Do what ``shorten`` does, but keep marks that have an effect; also return how many fewer words are in links."""
    short, _ = shorten(token)
    start, rest = (_LETTER, short[1:]) if short.startswith(_LETTER) else ("", short)
    pieces = _pieces(token)
    begins = LINK if pieces and pieces[-1][1] else ""
    short = collapse(start + begins + rest + (LINK if ends_in_link(token) else LINK_END))
    (words, linked), (fewer, fewer_linked) = count_token(token), count_token(short)
    return short, words - fewer, linked - fewer_linked
