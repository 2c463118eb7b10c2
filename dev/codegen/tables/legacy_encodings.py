"""Write the indexes of the Encoding Standard, read from turbohtml's decoders, to spec/tables/encodings.json.

Our packages have their own decoders, which use this table instead of the standard's index files. Positions in an index
are called pointers. This script uses turbohtml to decode the bytes of every pointer.
"""

from __future__ import annotations

import codecs
import importlib
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final

from dev.codegen.tables.written import keep

MISSING: Final = "\ufffd"
SINGLE_BYTE: Final = (
    *("ibm866", "koi8-r", "koi8-u", "macintosh", "windows-874", "x-mac-cyrillic"),
    *(f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *(f"windows-{page}" for page in range(1250, 1259)),
)
TRAILS_40: Final = (*range(0x40, 0x7F), *range(0x80, 0xFF))
# The pointers of Shift_JIS that are for user-defined characters. No index contains them.
USER_DEFINED: Final = range(8836, 10716)
# Pointers of four bytes in gb18030: all below U+10000, then that of U+10000. The standard maps 7457 separately.
FOUR_BYTES: Final = (*range(39420), 189000)
FOUR_BYTES_EXCEPTION: Final = 7457


def main() -> int:
    importlib.import_module("turbohtml.detect")  # importing this module registers the decoders
    return keep("encodings", table(), __doc__ or "")


def table() -> dict[str, Any]:
    return {
        "about": [
            "The indexes of the Encoding Standard. U+FFFD stands where there is no character.",
            "single_byte: the characters of the bytes 80 to FF.",
            "indexes: the characters by their pointers, a row for each lead byte.",
            "gb18030_ranges: pointers and code points at which the ranges of four bytes begin.",
            f"Made by `hatch run tables:write` from turbohtml {version('turbohtml')} (PyPI).",
        ],
        "single_byte": {name: decode(name, bytes(range(0x80, 0x100))) for name in sorted(SINGLE_BYTE)},
        "indexes": {
            "big5": rows("big5", range(0x81, 0xFF), (*range(0x40, 0x7F), *range(0xA1, 0xFF))),
            "euc-kr": rows("euc-kr", range(0x81, 0xFF), range(0x41, 0xFF)),
            "gb18030": rows("gb18030", range(0x81, 0xFF), TRAILS_40),
            "jis0208": list(jis0208()),
            "jis0212": rows("euc-jp", range(0xA1, 0xFF), range(0xA1, 0xFF), first=b"\x8f"),
        },
        "gb18030_ranges": list(ranges()),
    }


def decode(encoding: str, data: bytes) -> str:
    return codecs.decode(data, f"whatwg-{encoding}")


def character(encoding: str, data: bytes) -> str:
    """Return the character that *data* encodes, or U+FFFD if *data* does not decode to exactly one character."""
    text = decode(encoding, data)
    return text if len(text) == 1 else MISSING


def rows(encoding: str, leads: Any, trails: Any, first: bytes = b"") -> list[str]:
    """Return a row for each lead byte, with the characters that this byte and each trail byte encode.

    Empty rows at the end are omitted.
    """
    found = ["".join(character(encoding, first + bytes([lead, trail])) for trail in trails) for lead in leads]
    while not found[-1].strip(MISSING):
        found.pop()
    return found


def jis0208() -> Iterator[str]:
    """Yield index jis0208 in rows of 94 characters. One lead byte of Shift_JIS covers two such rows."""
    leads, trails = (*range(0x81, 0xA0), *range(0xE0, 0xFD)), (*range(0x40, 0x7F), *range(0x80, 0xFD))
    characters = [character("shift_jis", bytes([lead, trail])) for lead in leads for trail in trails]
    characters[USER_DEFINED.start : USER_DEFINED.stop] = MISSING * len(USER_DEFINED)
    text = "".join(characters).rstrip(MISSING)
    for start in range(0, len(text), 94):
        yield text[start : start + 94].ljust(94, MISSING)


def ranges() -> Iterator[tuple[int, str]]:
    """Yield each pointer at which the difference between code point and pointer changes, with its code point."""
    distance = None
    for pointer in FOUR_BYTES:
        rest, fourth = divmod(pointer, 10)
        rest, third = divmod(rest, 126)
        first, second = divmod(rest, 10)
        text = decode("gb18030", bytes([first + 0x81, second + 0x30, third + 0x81, fourth + 0x30]))
        if pointer != FOUR_BYTES_EXCEPTION and ord(text) - pointer != distance:
            distance = ord(text) - pointer
            yield pointer, f"{ord(text):04X}"


if __name__ == "__main__":
    sys.exit(main())
