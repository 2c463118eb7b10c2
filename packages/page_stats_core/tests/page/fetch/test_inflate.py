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
RAW_MOST = 10_000_000
SHORT = TEXT[:500]
SHORT_RAW = zlib.compress(SHORT)[2:-4]
FLUSHED = zlib.compressobj(wbits=-zlib.MAX_WBITS)
FLUSHED = FLUSHED.compress(SHORT) + FLUSHED.flush(zlib.Z_SYNC_FLUSH)
GZIP_HEADER = MEMBER[:10]


def decode(codings: str, *parts: bytes) -> bytes:
    """Decode a body that arrives in parts."""
    decoder = decoder_for(codings.split(), RAW_MOST)
    body = b"".join(chain.from_iterable(decoder.feed(part) for part in parts))
    decoder.finish()
    return body


def damaged(encoding: str, *parts: bytes) -> bool:
    """Return whether decoding the body fails with reason encoding."""
    with pytest.raises(PageStatsError) as caught:
        decode(encoding, *parts)
    return caught.value.failure.reason == "encoding"


def test_no_encoding() -> None:
    """Without a coding, the body is unchanged."""
    assert decode("", b"low ", b"water") == b"low water"


@pytest.mark.parametrize("codings", ["br", "gzip zstd", "gzip gzip gzip"])
def test_other_codings_are_refused(codings: str) -> None:
    """An unsupported coding is rejected before any byte is read, and so are more than two codings."""
    with pytest.raises(PageStatsError) as caught:
        decoder_for(codings.split(), RAW_MOST)
    assert caught.value.failure.reason == "encoding"


def test_message_names_the_coding() -> None:
    """The message names the first coding that is not supported."""
    with pytest.raises(PageStatsError, match="its Content-Encoding br is not supported"):
        decoder_for(["gzip", "br", "zstd"], RAW_MOST)


@pytest.mark.parametrize(
    ("codings", "body"),
    [
        ("gzip gzip", gzip.compress(MEMBER)),
        ("deflate gzip", gzip.compress(ZLIB)),
        ("gzip x-deflate", zlib.compress(MEMBER)),
        ("x-gzip deflate", zlib.compress(MEMBER)[2:-4]),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1_000_000])
def test_two_codings(codings: str, body: bytes, size: int) -> None:
    """Two codings are undone, the last one first."""
    assert decode(codings, *(body[start : start + size] for start in range(0, len(body), size))) == TEXT


def test_each_stage_is_bounded() -> None:
    """If a body has two codings, the output of the first stage is bounded like the body itself."""
    with pytest.raises(PageStatsError):
        list(decoder_for(["gzip", "gzip"], 100_000).feed(gzip.compress(gzip.compress(b"") * 10_000)))


@pytest.mark.parametrize(
    "inner",
    [
        gzip.compress(b"", mtime=0) * 20_000,
        GZIP_HEADER[:3] + b"\x0a" + GZIP_HEADER[4:] + b"n" * 400_000,
        MEMBER + bytes(400_000),
    ],
    ids=["tiny members", "an endless name", "zeros"],
)
def test_steps_are_bounded(inner: bytes) -> None:
    """The decoder yields often, so that the reader can check the deadline, even if there is no output (§5.2)."""
    pieces = list(decoder_for(["gzip", "gzip"], RAW_MOST).feed(gzip.compress(inner)))
    assert len(pieces) >= len(inner) / 4_096


@pytest.mark.parametrize(
    ("encoding", "body"), [("gzip", MEMBER), ("x-gzip", MEMBER), ("deflate", ZLIB), ("deflate", RAW)]
)
@pytest.mark.parametrize("size", [1, 2, 7, 1_000_000])
def test_any_cut(encoding: str, body: bytes, size: int) -> None:
    """A compressed body may arrive in parts of any size."""
    assert decode(encoding, *(body[start : start + size] for start in range(0, len(body), size))) == TEXT


@pytest.mark.parametrize(
    ("encoding", "body", "footer"),
    [
        ("gzip", gzip.compress(SHORT), 8),
        ("deflate", zlib.compress(SHORT), 4),
        ("deflate", zlib.compress(SHORT)[2:-4], 0),
    ],
)
def test_every_truncation(encoding: str, body: bytes, footer: int) -> None:
    """A compressed body that is cut before the end of its last block is an error. A missing or short footer is not."""
    complete = len(body) - footer
    assert all(damaged(encoding, body[:length]) for length in range(1, complete))
    assert all(decode(encoding, body[:length]) == SHORT for length in range(complete, len(body) + 1))
    assert decode(encoding) == b""


@pytest.mark.parametrize(("encoding", "head"), [("gzip", GZIP_HEADER), ("deflate", ZLIB[:2]), ("deflate", b"")])
def test_sync_flush(encoding: str, head: bytes) -> None:
    """A stream without its last block is complete only if it ends with a sync flush."""
    body = head + FLUSHED
    assert decode(encoding, body) == SHORT
    assert decode(encoding, *(body[at : at + 1] for at in range(len(body)))) == SHORT
    assert all(damaged(encoding, body[:length]) for length in range(len(body) - 4, len(body)))
    assert damaged(encoding, body + b"\x01")


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_pieces_are_small(encoding: str) -> None:
    """A small input with a huge output is decoded in pieces, so that the reader can stop early."""
    body = gzip.compress(bytes(10_000_000)) if encoding == "gzip" else zlib.compress(bytes(10_000_000))
    pieces = [len(piece) for piece in decoder_for([encoding], RAW_MOST).feed(body)]
    assert max(pieces) == PIECE_BYTES
    assert sum(pieces) == 10_000_000


def test_pieces_that_end_with_the_input() -> None:
    """If output remains after a full piece, it is returned even if all input has been read."""
    for length in range(PIECE_BYTES - 10, PIECE_BYTES + 300):
        assert decode("deflate", zlib.compress(bytes(length))[2:-4]) == bytes(length)


def test_members_follow_each_other() -> None:
    """Several gzip members form one body, with any number of zero bytes after each member."""
    assert decode("gzip", MEMBER + MEMBER) == TEXT * 2
    assert decode("gzip", MEMBER + bytes(100), bytes(100)) == TEXT
    assert decode("gzip", MEMBER, b"\0", MEMBER) == TEXT * 2


@pytest.mark.parametrize("rest", [b"garbage", b"\0\0garbage", b"\x1f", b"\x1f\x1f\x8b", b"g\x1f\x8b", b"\x8b" * 9])
def test_other_bytes_after_a_member_are_ignored(rest: bytes) -> None:
    """After a member's footer, bytes that do not start a member are ignored to the end of the body."""
    assert decode("gzip", MEMBER + rest) == TEXT
    assert decode("gzip", MEMBER, *(rest[at : at + 1] for at in range(len(rest)))) == TEXT


def test_a_further_member_that_is_cut() -> None:
    """A further member may be cut before its first decoded byte, but not later, and must not be malformed."""
    further = GZIP_HEADER + b"\x01\x02\0\xfd\xffab" + bytes(8)  # one stored block
    for length in range(2, len(further) - 9):
        assert decode("gzip", MEMBER + further[:length]) == TEXT
    assert damaged("gzip", MEMBER + further[:-9])
    assert decode("gzip", MEMBER + further) == TEXT + b"ab"
    assert damaged("gzip", MEMBER + b"\x1f\x8b\x07\0" + bytes(20))
    assert damaged("gzip", MEMBER + GZIP_HEADER + b"\x07")


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


def test_footers_may_be_wrong() -> None:
    """A wrong checksum or length is accepted, since the last block shows that the body is complete."""
    assert decode("gzip", MEMBER[:-8] + bytes(4) + MEMBER[-4:]) == TEXT
    assert decode("gzip", MEMBER[:-4] + bytes(4)) == TEXT
    assert decode("deflate", ZLIB[:-4] + bytes(4)) == TEXT


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (MEMBER, True),
        (MEMBER + bytes(9), True),
        (MEMBER + b"garbage", True),
        (MEMBER + MEMBER, True),
        (MEMBER[:-1], False),
        (MEMBER[:-4] + bytes(4), False),
        (MEMBER[:-8] + bytes(8), False),
        (MEMBER + MEMBER[:9], False),
        (MEMBER + MEMBER[:-8] + bytes(8), False),
        (b"", False),
    ],
)
def test_verified(body: bytes, expected: bool) -> None:
    """A gzip body counts as verified only if the checksum and the size of its last member are present and correct."""
    decoder = decoder_for(["gzip"], RAW_MOST)
    list(decoder.feed(body))
    assert decoder.verified == expected


HEADERS = [
    b"\x1f\x8b\x08\x1f\0\0\0\0\0\x03\x05\0extraname\0comment\0",
    b"\x1f\x8b\x08\x02\0\0\0\0\0\x03",
]


@pytest.mark.parametrize("header", HEADERS)
def test_headers(header: bytes) -> None:
    """Every optional part of a member's header is skipped, and the header's checksum is checked."""
    checksum = (zlib.crc32(header) & 0xFFFF).to_bytes(2, "little")
    assert decode("gzip", header + checksum + RAW) == TEXT
    assert damaged("gzip", header + bytes((checksum[0] ^ 1, checksum[1])) + RAW)
    assert damaged("gzip", header[:3] + b"\x20" + header[4:] + checksum + RAW)
