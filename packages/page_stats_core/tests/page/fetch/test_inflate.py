"""Decoding Content-Encoding (§5.8-§5.11)."""

from __future__ import annotations

import gzip
import zlib
from itertools import chain

import pytest
from page_stats_core.contract import PageStatsError
from page_stats_core.page.fetch.inflate import PIECE_BYTES, decoder_for

TEXT = b"low water " * 20_000
MEMBER = gzip.compress(TEXT)
ZLIB = zlib.compress(TEXT)
RAW = ZLIB[2:-4]


def decode(encoding: str, *parts: bytes) -> bytes:
    """Decode a body that arrives in parts."""
    decoder = decoder_for(encoding)
    body = b"".join(chain.from_iterable(decoder.feed(part) for part in parts))
    decoder.finish()
    return body


def damaged(encoding: str, *parts: bytes) -> bool:
    """Return whether decoding the body fails with reason encoding."""
    with pytest.raises(PageStatsError) as caught:
        decode(encoding, *parts)
    return caught.value.failure.reason == "encoding"


@pytest.mark.parametrize("encoding", ["", "identity"])
def test_no_encoding(encoding: str) -> None:
    """Without an encoding, the body is unchanged."""
    assert decode(encoding, b"low ", b"water") == b"low water"


@pytest.mark.parametrize("encoding", ["br", "compress", "zstd", "gzip, gzip", "identity, gzip", "gzip,"])
def test_other_encodings_are_refused(encoding: str) -> None:
    """An unsupported encoding, or more than one encoding, is rejected before any byte is read."""
    with pytest.raises(PageStatsError) as caught:
        decoder_for(encoding)
    assert caught.value.failure.reason == "encoding"


@pytest.mark.parametrize(
    ("encoding", "body"), [("gzip", MEMBER), ("x-gzip", MEMBER), ("deflate", ZLIB), ("deflate", RAW)]
)
@pytest.mark.parametrize("size", [1, 2, 7, 1_000_000])
def test_any_cut(encoding: str, body: bytes, size: int) -> None:
    """A compressed body may arrive in parts of any size."""
    assert decode(encoding, *(body[start : start + size] for start in range(0, len(body), size))) == TEXT


@pytest.mark.parametrize(
    ("encoding", "body"), [("gzip", gzip.compress(TEXT[:500])), ("deflate", zlib.compress(TEXT[:500]))]
)
def test_every_truncation_is_damage(encoding: str, body: bytes) -> None:
    """A compressed body that is cut off anywhere is an error, but a body of no bytes is valid."""
    assert all(damaged(encoding, body[:length]) for length in range(1, len(body)))
    assert decode(encoding) == b""


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_pieces_are_small(encoding: str) -> None:
    """A small input with a huge output is decoded in pieces, so that the reader can stop early."""
    body = gzip.compress(bytes(10_000_000)) if encoding == "gzip" else zlib.compress(bytes(10_000_000))
    pieces = [len(piece) for piece in decoder_for(encoding).feed(body)]
    assert max(pieces) == PIECE_BYTES
    assert sum(pieces) == 10_000_000


def test_pieces_that_end_with_the_input() -> None:
    """Output that remains after a full piece is returned even if all input has been read."""
    for length in range(PIECE_BYTES - 10, PIECE_BYTES + 300):
        assert decode("deflate", zlib.compress(bytes(length))[2:-4]) == bytes(length)


def test_members_follow_each_other() -> None:
    """Several gzip members form one body, with any number of zero bytes after each member."""
    assert decode("gzip", MEMBER + MEMBER) == TEXT * 2
    assert decode("gzip", MEMBER + bytes(100), bytes(100)) == TEXT
    assert decode("gzip", MEMBER, b"\0", MEMBER) == TEXT * 2


@pytest.mark.parametrize("rest", [b"garbage", b"\0\0garbage", b"\x1f", MEMBER[:-1]])
def test_what_follows_a_member_is_a_member(rest: bytes) -> None:
    """After a gzip member, any data other than zero bytes and complete members is an error."""
    assert damaged("gzip", MEMBER + rest)


def test_zeros_before_a_member() -> None:
    """Zero bytes before the first member are an error."""
    assert damaged("gzip", b"\0" + MEMBER)
    assert damaged("gzip", b"\0", MEMBER)


def test_raw_deflate_with_the_check_of_zlib() -> None:
    """A body is raw deflate if its first two bytes have a valid zlib checksum, but not compression method 8 (§5.9)."""
    block = b"\x01\x17\x00\xe8\xff" + TEXT[:23]  # the final block: 23 bytes, not compressed
    assert int.from_bytes(block[:2]) % 31 == 0
    assert decode("deflate", block) == TEXT[:23]


@pytest.mark.parametrize("body", [ZLIB, RAW])
def test_what_follows_deflate_is_ignored(body: bytes) -> None:
    """Data after the end of a deflate stream is ignored, both in the same part and in later parts."""
    assert decode("deflate", body + b"garbage", b"garbage") == TEXT


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_other_bytes_are_damage(encoding: str) -> None:
    """A body in a format other than its Content-Encoding is an error."""
    assert damaged(encoding, b"<!doctype html>")
    assert damaged(encoding, MEMBER if encoding == "deflate" else ZLIB)


def test_checksums_are_checked() -> None:
    """A wrong checksum or length is an error."""
    assert damaged("gzip", MEMBER[:-8] + bytes(4) + MEMBER[-4:])
    assert damaged("gzip", MEMBER[:-4] + bytes(4))
    assert damaged("deflate", ZLIB[:-4] + bytes(4))
