"""Count the words of tokens (§11). ``counts`` reads text slice by slice, and ``links`` counts words in links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from page_stats_core.page.parse.tables import character_class, load

_CLASSES: Final[dict[str, str]] = {
    name: character_class(entry["ranges"]) for name, entry in load("characters")["classes"].items()
}
_WHITE_SPACE = _CLASSES["white_space"]
_ONE_EACH = _CLASSES["one_word_each"]
_KATAKANA = _CLASSES["katakana"]
_FOUR_A_WORD = _CLASSES["four_letters_a_word"]
_SIX_A_WORD = _CLASSES["six_letters_a_word"]
_PUNCTUATION = _CLASSES["punctuation"]
_ZERO_WIDTH_SPACE = _CLASSES["zero_width_space"]
# Mark the start and the end of a link (§10.15). In text that is counted, OTHER_CONTROL replaces these two characters,
# which has no effect, since all three are ignorable.
LINK: Final = "\x0e"
LINK_END: Final = "\x0f"
OTHER_CONTROL: Final = "\x01"
INVISIBLE: Final = _CLASSES["ignorable"] + _ZERO_WIDTH_SPACE
# The characters that neither count nor separate (§11.3, §11.5).
_SKIPPED = _CLASSES["ignorable"] + _CLASSES["combining_mark"]
LETTERS: Final = _ONE_EACH + _KATAKANA + _FOUR_A_WORD + _SIX_A_WORD

# Only tokens with these characters are not simply one word.
is_special = re.compile(f"[{LETTERS}{INVISIBLE}]").search
has_letter = re.compile(f"[{LETTERS}]").search
_visible = re.compile(f"[^{_WHITE_SPACE}{INVISIBLE}]").search
_skipped = re.compile(f"[{_SKIPPED}]+")
_more_than_letters = re.compile(f"[{_SKIPPED}\u102e]").search
_ones = re.compile(f"[{_ONE_EACH}]+").findall
_KATAKANA_RUN, _FOUR_RUN, _SIX_RUN = (
    f"[{letters}][{letters}{_SKIPPED}]*+" for letters in (_KATAKANA, _FOUR_A_WORD, _SIX_A_WORD)
)
_katakana = re.compile(_KATAKANA_RUN).findall
_fours = re.compile(_FOUR_RUN).findall
_sixes = re.compile(_SIX_RUN).findall
# A run of other characters counts only if it has a character that is not punctuation. The match starts at the first
# such character.
_others = re.compile(f"[^ {_PUNCTUATION}{LETTERS}{_SKIPPED}{_ZERO_WIDTH_SPACE}][^ {LETTERS}]*+").findall
BEFORE_PIECE: Final = f"[{_SKIPPED}{_ZERO_WIDTH_SPACE}]*+"
PIECE: Final = f"[{_ONE_EACH}]+|{_KATAKANA_RUN}|{_FOUR_RUN}|{_SIX_RUN}|[^{LETTERS}]+"
_pieces = re.compile(PIECE).findall
_nothing = re.compile(BEFORE_PIECE).fullmatch

# The ignorable characters of ASCII, except the marks of links. str.split and str.isspace treat U+001C to U+001F, which
# are among them, as white space.
_CONTROLS = [chr(code) for code in (*range(9), *range(0x10, 0x20), 0x7F)]
_control = re.compile(f"[{''.join(_CONTROLS)}]").search
# In longer texts, searching for each control is faster than searching for all at once.
_SHORT = 256
_white_space_run = re.compile(f"[{_WHITE_SPACE}]+")

# The last token of a text, which may continue in the next text, is shortened if it is longer than this (``shorten``).
OPEN_MAX: Final = 64


def has_separators(text: str) -> bool:
    """Return whether *text* contains U+001C to U+001F, which Python treats as white space."""
    return "\x1c" in text or "\x1d" in text or "\x1e" in text or "\x1f" in text


def tokens(text: str) -> list[str]:
    """Return the tokens of *text* (§11.1)."""
    if has_separators(text):
        return [token for token in _white_space_run.split(text) if token]
    return text.split()


def is_white_space(character: str) -> bool:
    """Return whether *character* is white space (§11)."""
    return character.isspace() and not has_separators(character)


def has_visible(text: str) -> bool:
    """Return whether *text* has a character that is neither white space nor ignorable."""
    return bool(_visible(text))


def without_marks(text: str) -> str:
    """Return *text*, which is not marked yet, without the characters that mark links."""
    if LINK in text or LINK_END in text:
        return text.replace(LINK, OTHER_CONTROL).replace(LINK_END, OTHER_CONTROL)
    return text


def without_controls(text: str) -> str:
    """Return *text* without the ignorable characters of ASCII (§11.3)."""
    if len(text) > _SHORT or _control(text):
        for control in _CONTROLS:
            if control in text:
                text = text.replace(control, "")
    return text


def count(words: Sequence[str]) -> int:
    """Return how many words the tokens in *words* contain (§11). The tokens contain no ASCII controls."""
    special = specials(words)
    return len(words) - len(special) + count_special(special) if special else len(words)


def specials(words: Sequence[str]) -> list[str]:
    """Return the tokens in *words* that may contain no word or several words."""
    return [word for word in words if not word.isascii() and is_special(word)]


def count_special(words: Sequence[str]) -> int:
    """Return the number of words in *words*, which are tokens that ``specials`` returned."""
    mixed = list(filter(has_letter, words))
    number = 0
    if len(mixed) < len(words):
        number = sum(1 for word in words if not has_letter(word) and _visible(word))
    if mixed:
        text = " ".join(mixed)
        number += sum(map(len, _ones(text))) + len(_katakana(text)) + len(_others(text))
        number += _estimate(_fours(text), 4) + _estimate(_sixes(text), 6)
    return number


def _estimate(runs: Sequence[str], letters: int) -> int:
    """Return the number of words in *runs*: one word per *letters* characters, rounded up for each run."""
    if _more_than_letters(text := " ".join(runs)):
        runs = letters_of(text).split(" ")
    lengths = Counter(map(len, runs))
    return sum(-(-length // letters) * times for length, times in lengths.items())


def letters_of(text: str) -> str:
    """Return *text* without skipped characters, and with each pair of U+1025 and U+102E as one letter (§11.5)."""
    return _skipped.sub("", text).replace("\u1025\u102e", "\u1026")


def _last_piece(token: str) -> str:
    for size in (OPEN_MAX, 1024):  # the end of the token is enough if the last piece starts there
        pieces = _pieces(token[-size:])
        if len(pieces) > 1:
            return str(pieces[-1])
    return str(_pieces(token)[-1])


def shorten(token: str) -> tuple[str, int]:
    """Return a short token that can replace *token*, and how many fewer words the short token contains.

    Any text that follows adds the same number of words to either token.
    """
    if not has_letter(token):
        return ("a" if _others(token) else "!" if _visible(token) else ""), 0
    run = _last_piece(token)
    if _ones(run) or _nothing(run):
        short = "\u4e2d"
    elif _fours(run) or _sixes(run):
        if _more_than_letters(token):
            run = _last_piece(letters_of(token))
        short = "\u4e2d" + run[-((len(run) - 1) % (4 if _fours(run) else 6) + 1) :]
    elif _katakana(run):
        short = "\u4e2d\u30a2"
    else:
        short = "\u4e2d" + ("a" if _others(run) else "!")
    return short, count([token]) - count([short])
