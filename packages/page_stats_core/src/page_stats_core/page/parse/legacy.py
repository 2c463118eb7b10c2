"""The decoders of the Encoding Standard for all encodings except UTF-8 and UTF-16.

For a multi-byte encoding, a regular expression splits the bytes into units that can be decoded separately: a run of
ASCII, a character or an error. Each distinct unit is decoded once and cached. ISO-2022-JP is stateful, so it is decoded
byte by byte. If the standard has a name for a function or a variable, this module uses that name.
"""

from __future__ import annotations

import bisect
import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from page_stats_core.page.parse.tables import load

SLICE_BYTES: Final = 32_768
ERROR: Final = "\ufffd"
_ASCII = "".join(map(chr, range(0x80)))
# Pointers of the Big5 index that decode to two code points.
_BIG5_PAIRS = {1133: "\u00ca\u0304", 1135: "\u00ca\u030c", 1164: "\u00ea\u0304", 1166: "\u00ea\u030c"}
_HALFWIDTH_KATAKANA = {c: chr(0xFF61 - 0xA1 + c) for c in range(0xA1, 0xE0)}


def decode(encoding: str, view: memoryview, tick: Callable[[], None]) -> Iterator[str]:
    """Yield the text of *view* in pieces; call *tick* before each piece."""
    if encoding in _MULTI_BYTE:
        return _multi_byte(_MULTI_BYTE[encoding], view, tick)
    if encoding == "iso-2022-jp":
        return _iso_2022_jp(view, tick)
    return _single_byte(_upper_half(encoding), view, tick)


@cache
def _tables() -> dict[str, Any]:
    return dict(load("encodings"))


@cache
def _index(name: str) -> str:
    """Return the characters of an index in the order of their pointers, with U+FFFD for unassigned pointers."""
    return "".join(_tables()["indexes"][name])


@cache
def _gb18030_ranges() -> tuple[list[int], list[int]]:
    """Return the first pointer and the first code point of each range."""
    pointers, code_points = zip(*_tables()["gb18030_ranges"], strict=True)
    return list(pointers), [int(code_point, 16) for code_point in code_points]


def _upper_half(encoding: str) -> str:
    """Return the characters of the bytes 0x80 to 0xFF."""
    if encoding == "x-user-defined":
        return "".join(map(chr, range(0xF780, 0xF800)))
    characters: str = _tables()["single_byte"]["iso-8859-8" if encoding == "iso-8859-8-i" else encoding]
    return characters


def _single_byte(upper_half: str, view: memoryview, tick: Callable[[], None]) -> Iterator[str]:
    characters = _ASCII + upper_half
    for start in range(0, len(view), SLICE_BYTES):
        tick()
        yield codecs.charmap_decode(view[start : start + SLICE_BYTES], "strict", characters)[0]


# ---- units of two to four bytes, starting with a byte that is not ASCII
def _character(index: str, pointer: int) -> str | None:
    characters = _index(index)
    return characters[pointer] if 0 <= pointer < len(characters) and characters[pointer] != ERROR else None


def _or_error(character: str | None, last: int) -> str:
    """Return *character*. If it is None, return U+FFFD, followed by *last*, the unit's last byte, if that is ASCII."""
    return character or ERROR + (chr(last) if last < 0x80 else "")


def _gb18030(unit: bytes) -> str:
    lead, trail = unit[0], unit[1]
    if trail < 0x40:
        return _gb18030_four(unit) if len(unit) == 4 else ERROR
    if trail in (0x7F, 0xFF):
        return _or_error(None, trail)
    return _or_error(_character("gb18030", (lead - 0x81) * 190 + trail - (0x40 if trail < 0x7F else 0x41)), trail)


def _gb18030_four(unit: bytes) -> str:
    """Return the standard's "index gb18030 ranges code point" for a four-byte unit."""
    pointer = ((unit[0] - 0x81) * 10 + unit[1] - 0x30) * 1260 + (unit[2] - 0x81) * 10 + unit[3] - 0x30
    if pointer == 7457:
        return "\ue7c7"
    if 39419 < pointer < 189000 or pointer > 1237575:
        return ERROR
    pointers, code_points = _gb18030_ranges()
    place = bisect.bisect_right(pointers, pointer) - 1
    return chr(code_points[place] + pointer - pointers[place])


def _big5(unit: bytes) -> str:
    lead, trail = unit
    character = None
    if 0x40 <= trail <= 0x7E or 0xA1 <= trail <= 0xFE:
        pointer = (lead - 0x81) * 157 + trail - (0x40 if trail < 0x7F else 0x62)
        character = _BIG5_PAIRS.get(pointer) or _character("big5", pointer)
    return _or_error(character, trail)


def _euc_kr(unit: bytes) -> str:
    lead, trail = unit
    return _or_error(_character("euc-kr", (lead - 0x81) * 190 + trail - 0x41) if 0x41 <= trail <= 0xFE else None, trail)


def _shift_jis(unit: bytes) -> str:
    lead, trail = unit
    if not (0x40 <= trail <= 0x7E or 0x80 <= trail <= 0xFC):
        return _or_error(None, trail)
    pointer = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + trail - (0x40 if trail < 0x7F else 0x41)
    if 8836 <= pointer <= 10715:
        return chr(0xE000 - 8836 + pointer)
    return _or_error(_character("jis0208", pointer), trail)


def _euc_jp(unit: bytes) -> str:
    *first, lead, trail = unit
    if lead == 0x8E and trail in _HALFWIDTH_KATAKANA:
        return _HALFWIDTH_KATAKANA[trail]
    character = None
    if 0xA1 <= lead <= 0xFE and 0xA1 <= trail <= 0xFE:
        character = _character("jis0212" if first else "jis0208", (lead - 0xA1) * 94 + trail - 0xA1)
    return _or_error(character, trail)


class _Encoding(NamedTuple):
    """A multi-byte encoding.

    ``units`` matches a unit. ``several`` decodes a unit of several bytes. ``singles`` has the characters of single
    bytes that are not ASCII.
    """

    units: re.Pattern[bytes]
    several: Callable[[bytes], str]
    singles: Mapping[int, str] = {}


_PAIRS = re.compile(rb"[\0-\x7f]+|[\x81-\xfe][\x40-\xff]|[\x80-\xff]")
_GB18030 = _Encoding(
    re.compile(
        rb"[\0-\x7f]+|[\x81-\xfe](?:[\x40-\xff]|[0-9][\x81-\xfe][0-9]|[0-9][\x81-\xfe]?\Z)|[\x80-\xff]",
    ),
    _gb18030,
    {0x80: "\u20ac"},
)
_MULTI_BYTE: Final[Mapping[str, _Encoding]] = {
    "gbk": _GB18030,
    "gb18030": _GB18030,
    "big5": _Encoding(_PAIRS, _big5),
    "euc-kr": _Encoding(_PAIRS, _euc_kr),
    "shift_jis": _Encoding(
        re.compile(rb"[\0-\x7f]+|[\x81-\x9f\xe0-\xfc][\x40-\xff]|[\x80-\xff]"),
        _shift_jis,
        {0x80: "\x80", **_HALFWIDTH_KATAKANA},
    ),
    "euc-jp": _Encoding(
        re.compile(rb"[\0-\x7f]+|\x8f[\xa1-\xfe][\x80-\xff]|[\x8e\x8f\xa1-\xfe][\x80-\xff]|[\x80-\xff]"),
        _euc_jp,
    ),
}
_LONGEST_UNIT = 4


class _Units(dict[bytes, str]):
    """The text of each unit, decoded on first use and cached."""

    def __init__(self, encoding: _Encoding) -> None:
        super().__init__({bytes([c]): text for c, text in encoding.singles.items()})
        self._several = encoding.several

    def __missing__(self, unit: bytes) -> str:
        if unit[0] < 0x80:
            return unit.decode("ascii")
        text = ERROR if len(unit) == 1 else self._several(unit)
        if len(self) < 30_000:
            self[unit] = text
        return text


def _multi_byte(encoding: _Encoding, view: memoryview, tick: Callable[[], None]) -> Iterator[str]:
    units = _Units(encoding)
    start = 0
    while start < len(view):
        tick()
        data = bytes(view[start : start + SLICE_BYTES])
        start += len(data)
        found = encoding.units.findall(data)
        if start < len(view):
            start -= _put_back(found)
        yield "".join(map(units.__getitem__, found))


def _put_back(units: list[bytes]) -> int:
    """Remove the units at the end that may continue in the next slice; return their total length in bytes."""
    length = 0
    while length < _LONGEST_UNIT - 1 and len(units[-1]) <= _LONGEST_UNIT:
        length += len(units.pop())
    return length


# ---- ISO-2022-JP. A single-byte state is the list of its characters. The two-byte state ("lead byte") is None.
_SHIFTED = (0x0E, 0x0F, 0x1B)
_STATE_ASCII = [ERROR if byte >= 0x80 or byte in _SHIFTED else chr(byte) for byte in range(0x100)]
_STATE_ROMAN = [{0x5C: "\u00a5", 0x7E: "\u203e"}.get(byte, _STATE_ASCII[byte]) for byte in range(0x100)]
_STATE_KATAKANA = [chr(0xFF61 - 0x21 + byte) if 0x21 <= byte <= 0x5F else ERROR for byte in range(0x100)]
_ESCAPES = {b"(B": _STATE_ASCII, b"(J": _STATE_ROMAN, b"(I": _STATE_KATAKANA, b"$@": None, b"$B": None}


def _iso_2022_jp(view: memoryview, tick: Callable[[], None]) -> Iterator[str]:
    """Decode ISO-2022-JP.

    ``switched`` is the standard's output flag: it is True directly after an escape sequence.
    """
    state: list[str] | None = _STATE_ASCII
    lead, switched, at = 0, False, 0
    text: list[str] = []
    while at < len(view):
        if len(text) >= SLICE_BYTES // 2 or not at:
            tick()
            yield "".join(text)
            text.clear()
        byte = view[at]
        at += 1
        if byte == 0x1B:
            escape = bytes(view[at : at + 2])
            valid = escape in _ESCAPES
            text.append(ERROR * (bool(lead) + (switched or not valid)))
            lead, switched = 0, valid
            if valid:
                state = _ESCAPES[escape]
                at += 2
            continue
        switched = False
        if state:
            text.append(state[byte])
        elif lead:
            text.append(_jis_x_0208(lead, byte))
            lead = 0
        elif 0x21 <= byte <= 0x7E:
            lead = byte
        else:
            text.append(ERROR)
    yield "".join(text) + ERROR * bool(lead)


def _jis_x_0208(lead: int, trail: int) -> str:
    if not 0x21 <= trail <= 0x7E:
        return ERROR
    return _character("jis0208", (lead - 0x21) * 94 + trail - 0x21) or ERROR
