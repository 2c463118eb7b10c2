"""Decode bytes slice by slice, as the Encoding Standard defines (§6.5, §6.6).

Python's codecs are used for UTF-8 and UTF-16 only. For the other multi-byte encodings and several single-byte
encodings, these codecs differ from the standard. All encodings except UTF-8 and UTF-16 are therefore decoded with
tables, which the Python and the TypeScript implementation share.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import Final

from page_stats_core.page.parse import legacy
from page_stats_core.page.parse.charset import REPLACEMENT, declared

SLICE_BYTES: Final = 32_768
FALLBACK: Final = "windows-1252"
_PLATFORM = {"utf-8": "utf-8", "utf-16be": "utf-16-be", "utf-16le": "utf-16-le"}


def decode(body: bytes | bytearray | memoryview, content_type: str | None, tick: Callable[[], None]) -> Iterator[str]:
    """Yield the text of *body* in pieces, which are decoded on demand; call *tick* before each slice.

    Yields nothing for the encoding ``replacement`` (§6.7).
    """
    view = memoryview(body)
    encoding, mark = declared(view, content_type)
    view = view[mark:]
    if not encoding:
        encoding = "utf-8" if is_utf8(view, tick) else FALLBACK
    if encoding in _PLATFORM:
        return _by_platform(_PLATFORM[encoding], view, tick)
    if encoding == REPLACEMENT:
        return iter(())
    return legacy.decode(encoding, view, tick)


def slices(view: memoryview, tick: Callable[[], None]) -> Iterator[bytes]:
    """Yield *view* in slices of ``SLICE_BYTES``; call *tick* before each slice."""
    for start in range(0, len(view), SLICE_BYTES):
        tick()
        yield bytes(view[start : start + SLICE_BYTES])


def is_utf8(view: memoryview, tick: Callable[[], None]) -> bool:
    """Return whether all of *view* is valid UTF-8. An incomplete character at the end is allowed."""
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    try:
        for data in slices(view, tick):
            decoder.decode(data)
    except UnicodeDecodeError:
        return False
    cut = decoder.getstate()[0]
    return not (cut[:1] == b"\xed" and cut[1:] >= b"\xa0")  # Python accepts the beginning of an encoded surrogate


def _by_platform(codec: str, view: memoryview, tick: Callable[[], None]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(codec)("replace")
    for data in slices(view, tick):
        yield decoder.decode(data)
    yield decoder.decode(b"", True)
