"""Decode Content-Encoding in bounded memory (§5.8–§5.11)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Protocol

from page_stats_core.contract import fail

PIECE_BYTES = 65_536
_GZIP = 16 + zlib.MAX_WBITS
_ZLIB = zlib.MAX_WBITS
_RAW = -zlib.MAX_WBITS


class Decoder(Protocol):
    """An incremental decoder. Malformed input raises ``PageStatsError`` with reason ``encoding``."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded bytes of *data* in pieces of at most ``PIECE_BYTES``."""
        ...

    def finish(self) -> None:
        """Signal the end of the input; raise ``PageStatsError`` if the input is incomplete."""
        ...


def decoder_for(encoding: str) -> Decoder:
    """Return the decoder for a lower-case Content-Encoding (§5.8); raise ``unreachable`` if it is unsupported."""
    match encoding:
        case "" | "identity":
            return _Identity()
        case "gzip" | "x-gzip":
            return _Gzip()
        case "deflate":
            return _Deflate()
    raise fail("unreachable.encoding")


class _Identity:
    def feed(self, data: bytes) -> Iterator[bytes]:
        yield data

    def finish(self) -> None:
        pass


class _Gzip:
    """One or more gzip members; zero bytes after a member are skipped (§5.10)."""

    def __init__(self) -> None:
        self._member: zlib._Decompress | None = None
        self._any = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._member is None:
                data = data.lstrip(b"\0") if self._any else data
                if not data:
                    return
                self._member, self._any = zlib.decompressobj(_GZIP), True
            yield from _inflate(self._member, data)
            if not self._member.eof:
                return
            data, self._member = self._member.unused_data, None

    def finish(self) -> None:
        if self._member:
            raise fail("unreachable.encoding")


class _Deflate:
    """The zlib format or raw deflate, detected from the first two bytes (§5.9)."""

    def __init__(self) -> None:
        self._head = b""
        self._stream: zlib._Decompress | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._stream is None:
            self._head += data
            if len(self._head) < 2:
                return
            data = self._head
            self._stream = zlib.decompressobj(_ZLIB if _is_zlib_header(data) else _RAW)
        if not self._stream.eof:
            yield from _inflate(self._stream, data)

    def finish(self) -> None:
        if self._head and not (self._stream and self._stream.eof):
            raise fail("unreachable.encoding")


def _is_zlib_header(data: bytes) -> bool:
    """Return whether *data* starts with the header of RFC 1950, section 2.2.

    The header has 16 bits, contains compression method 8, and is a multiple of 31.
    """
    return data[0] & 0x0F == 8 and int.from_bytes(data[:2]) % 31 == 0


def _inflate(stream: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    piece = b""
    try:
        # After a full piece, zlib may have more output even if no input is left.
        while (data or len(piece) == PIECE_BYTES) and not stream.eof:
            piece = stream.decompress(data, PIECE_BYTES)
            data = stream.unconsumed_tail
            yield piece
    except zlib.error:
        raise fail("unreachable.encoding") from None
