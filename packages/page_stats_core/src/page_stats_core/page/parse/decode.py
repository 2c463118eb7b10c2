"""Bytes become text by the decoders of the Encoding Standard, slice by slice (§6.5, §6.6).

Python's codecs are used for UTF-8 and UTF-16 only: for every other encoding they differ from the standard.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import Final

from page_stats_core.page.parse import legacy
from page_stats_core.page.parse.charset import REPLACEMENT, declared

SLICE_BYTES: Final = 32_768
_FALLBACK = "windows-1252"
_PLATFORM = {"utf-8": "utf-8", "utf-16be": "utf-16-be", "utf-16le": "utf-16-le"}


def decode(body: bytes | bytearray | memoryview, content_type: str | None, tick: Callable[[], None]) -> Iterator[str]:
    """Yield the text of *body* in pieces, each decoded when it is asked for; *tick* is called before each.

    Nothing is yielded for the encoding ``replacement`` (§6.7).
    """
    view = memoryview(body)
    encoding, mark = declared(view, content_type)
    view = view[mark:]
    if not encoding:
        encoding = "utf-8" if _is_utf8(view, tick) else _FALLBACK
    if encoding in _PLATFORM:
        return _by_platform(_PLATFORM[encoding], view, tick)
    if encoding == REPLACEMENT:
        return iter(())
    return legacy.decode(encoding, view, tick)


def slices(view: memoryview, tick: Callable[[], None]) -> Iterator[bytes]:
    """Yield *view* in slices."""
    for start in range(0, len(view), SLICE_BYTES):
        tick()
        yield bytes(view[start : start + SLICE_BYTES])


def _is_utf8(view: memoryview, tick: Callable[[], None]) -> bool:
    """Tell whether all of *view* is UTF-8; its last sequence may be cut."""
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    try:
        for data in slices(view, tick):
            decoder.decode(data)
    except UnicodeDecodeError:
        return False
    cut = decoder.getstate()[0]
    return not (cut[:1] == b"\xed" and cut[1:] >= b"\xa0")  # half a surrogate, which Python waits with, is no UTF-8


def _by_platform(codec: str, view: memoryview, tick: Callable[[], None]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(codec)("replace")
    for data in slices(view, tick):
        yield decoder.decode(data)
    yield decoder.decode(b"", True)
