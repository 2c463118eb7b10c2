"""Decode Content-Encoding in bounded memory (§5.8–§5.11)."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator, Sequence
from typing import Final, Protocol

from page_stats_core.contract import fail

PIECE_BYTES = 65_536
# Content codings that the tool knows and does not decode. Their names may appear in a failure's message.
UNSUPPORTED_CODINGS: Final = (
    *("br", "zstd", "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip", "aes128gcm"),
    *("bzip2", "lzma", "xz", "lz4", "snappy", "sdch", "brotli", "sz"),
)
_STAGES_MAX: Final = 2
# The members of a gzip body can be tiny, and each takes as long as the decoding of some thousand bytes.
_STEP_BYTES: Final = 4_096
_RAW: Final = -zlib.MAX_WBITS
# The end of an empty stored block, which a server writes to flush its compressor.
_SYNC_FLUSH: Final = b"\0\0\xff\xff"
# RFC 1952, section 2.3.1: flags for the optional parts of a member's header.
_HAS_SUM, _HAS_EXTRA, _HAS_NAME, _HAS_COMMENT, _RESERVED = 2, 4, 8, 16, 0xE0


class Decoder(Protocol):
    """An incremental decoder. Malformed input raises ``PageStatsError`` with reason ``encoding``."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded bytes of *data* in pieces of at most ``PIECE_BYTES``.

        Pieces may be empty. The work between two pieces is bounded.
        """
        ...

    def finish(self) -> None:
        """Signal the end of the input; raise ``PageStatsError`` if the input is incomplete."""
        ...

    @property
    def verified(self) -> bool:
        """Whether the input so far ends with a checksum and a size that are right (§5.11)."""
        ...


def decoder_for(codings: Sequence[str], raw_most: int) -> Decoder:
    """Return the decoder for *codings*, which are in lower case and in the order in which they were applied (§5.8).

    No stage reads more than *raw_most* encoded bytes. Raises ``unreachable`` for codings that cannot be decoded.
    """
    for coding in codings:
        if coding in UNSUPPORTED_CODINGS:
            raise fail("unreachable.coding", coding=coding)
    if len(codings) > _STAGES_MAX:
        raise fail("unreachable.encoding")
    decoder: Decoder | None = None
    for coding in codings:
        stage = _Gzip() if coding in {"gzip", "x-gzip"} else _Deflate()
        decoder = _Chain(stage, decoder, raw_most) if decoder else stage
    return decoder or _Identity()


class _Identity:
    verified = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        yield data

    def finish(self) -> None:
        pass


class _Chain:
    """Two stages; the second decodes the output of the first."""

    def __init__(self, first: Decoder, second: Decoder, raw_most: int) -> None:
        self._first, self._second, self._left = first, second, raw_most

    @property
    def verified(self) -> bool:
        return self._first.verified

    def feed(self, data: bytes) -> Iterator[bytes]:
        for piece in self._first.feed(data):
            yield b""
            yield from self._second.feed(piece[: self._left + 1])
            self._left -= len(piece)
            if self._left < 0:
                raise fail("unreachable.encoding")

    def finish(self) -> None:
        self._first.finish()
        self._second.finish()


class _Stream:
    """A raw deflate stream. ``size`` and ``checksum`` are those of its output, as in a gzip footer."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(_RAW)
        self._end = b""  # the last bytes of the input
        self.size = 0
        self.checksum = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded bytes of *data* in pieces of at most ``PIECE_BYTES``."""
        self._end = (self._end + data[-len(_SYNC_FLUSH) :])[-len(_SYNC_FLUSH) :]
        piece = b""
        try:
            # After a full piece, zlib may have more output even if no input is left.
            while (data or len(piece) == PIECE_BYTES) and not self._zlib.eof:
                piece = self._zlib.decompress(data, PIECE_BYTES)
                data = self._zlib.unconsumed_tail
                self.size += len(piece)
                self.checksum = zlib.crc32(piece, self.checksum)
                yield piece
        except zlib.error:
            raise fail("unreachable.encoding") from None

    @property
    def ended(self) -> bool:
        """Whether the last block has ended."""
        return self._zlib.eof

    @property
    def rest(self) -> bytes:
        """The bytes after the last block."""
        return self._zlib.unused_data

    @property
    def complete(self) -> bool:
        """Whether the stream may end here: after its last block or after a sync flush (§5.11)."""
        return self.ended or self._end == _SYNC_FLUSH


# Receives the bytes of headers and footers one by one, and returns when a deflate stream follows.
_Frame = Generator[None, int, None]


class _Gzip:
    """One or more gzip members, and any bytes after them (§5.10, §5.11)."""

    def __init__(self) -> None:
        self._stream: _Stream | None = None
        self._complete = True  # whether the body may end here, unless ``_stream`` decides
        self.verified = False
        self._frame = self._begin(self._first_header())

    def _begin(self, frame: _Frame) -> _Frame:
        next(frame)  # runs the generator up to its first ``yield``
        return frame

    def feed(self, data: bytes) -> Iterator[bytes]:
        for start in range(0, len(data), _STEP_BYTES):
            yield from self._feed(data[start : start + _STEP_BYTES])
            yield b""

    def _feed(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._stream is None:
                data = self._read_frame(data)
                continue
            for piece in self._stream.feed(data):
                self._complete = self._complete and not piece  # a member that gave bytes must end
                yield piece
            if not self._stream.ended:
                return
            data = self._stream.rest
            self._frame = self._begin(self._after_member(self._stream))
            self._complete, self._stream = True, None

    def finish(self) -> None:
        if not (self._complete or (self._stream and self._stream.complete)):
            raise fail("unreachable.encoding")

    def _read_frame(self, data: bytes) -> bytes:
        """Read a header or footer; return the bytes after it."""
        for at, byte in enumerate(data, 1):
            try:
                self._frame.send(byte)
            except StopIteration:
                self._stream = _Stream()
                return data[at:]
        return b""

    def _first_header(self) -> _Frame:
        first = yield
        self._complete = False
        yield from _header(first, (yield))

    def _after_member(self, stream: _Stream) -> _Frame:
        """Read the footer (RFC 1952, section 2.3.1), zero bytes, and the next member's header."""
        checksum = yield from _number()
        size = yield from _number()
        self.verified = (checksum, size) == (stream.checksum, stream.size & 0xFFFFFFFF)
        first = yield
        while first == 0:
            first = yield
        if first != 0x1F or (yield) != 0x8B:
            while True:  # the bytes after the last member have no meaning
                yield
        self.verified = False
        yield from _header(0x1F, 0x8B)


def _header(first: int, second: int) -> _Frame:
    """Read the header of a member (RFC 1952, section 2.3). *first* and *second* are its first two bytes."""
    method = yield
    flags = yield
    if (first, second, method) != (0x1F, 0x8B, 8) or flags & _RESERVED:
        raise fail("unreachable.encoding")
    checksum = yield from _rest_of_header(flags, zlib.crc32(bytes((first, second, method, flags))))
    if flags & _HAS_SUM and (yield) | (yield) << 8 != checksum & 0xFFFF:
        raise fail("unreachable.encoding")


def _rest_of_header(flags: int, checksum: int) -> Generator[None, int, int]:
    """Read a header from its fifth byte up to its checksum; return the checksum that was computed for the header."""

    def take() -> Generator[None, int, int]:
        nonlocal checksum
        byte = yield
        if flags & _HAS_SUM:
            checksum = zlib.crc32(bytes((byte,)), checksum)
        return byte

    for _ in range(6):  # modification time, extra flags and system
        yield from take()
    if flags & _HAS_EXTRA:
        length = (yield from take()) | (yield from take()) << 8
        for _ in range(length):
            yield from take()
    for flag in (_HAS_NAME, _HAS_COMMENT):
        while flags & flag and (yield from take()):
            pass
    return checksum


def _number() -> Generator[None, int, int]:
    """Read a 32-bit little-endian number."""
    return (yield) | (yield) << 8 | (yield) << 16 | (yield) << 24


class _Deflate:
    """The zlib format or raw deflate, detected from the first two bytes (§5.9). The checksum is not read (§5.11)."""

    verified = False

    def __init__(self) -> None:
        self._head = b""
        self._stream: _Stream | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._stream is None:
            self._head += data
            if len(self._head) < 2:
                return
            data = self._head[2:] if _is_zlib_header(self._head) else self._head
            self._stream = _Stream()
        yield from self._stream.feed(data)

    def finish(self) -> None:
        if self._head and not (self._stream and self._stream.complete):
            raise fail("unreachable.encoding")


def _is_zlib_header(data: bytes) -> bool:
    """Return whether *data* starts with the header of RFC 1950, section 2.2.

    The header has 16 bits, which are a multiple of 31. It names method 8, a window of at most 32 KiB and no dictionary.
    """
    return data[0] & 0x8F == 8 and not data[1] & 0x20 and int.from_bytes(data[:2]) % 31 == 0
