"""Routes with compressed bodies: valid, damaged, doubly compressed and endless."""

from __future__ import annotations

import functools
import gzip
import struct
import time
import zlib
from collections.abc import Iterator

from harness.servers.answers import PAGE, answer, head
from harness.servers.connection import Connection
from harness.servers.paths.bodies import sized
from harness.servers.routes import Visit, route

BOMB_MEGABYTES = 512
GZIP = "Content-Encoding: gzip"
MEGABYTE = bytes(1_048_576)
_GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


def raw_deflate(data: bytes) -> bytes:
    """Compress without zlib's header and checksum."""
    return zlib.compress(data)[2:-4]


def stored_gzip(data: bytes) -> bytes:
    """Return an uncompressed gzip member (at most 65,535 bytes), which is the same with every zlib version."""
    block = struct.pack("<BHH", 1, len(data), len(data) ^ 0xFFFF) + data
    return _GZIP_HEADER + block + struct.pack("<II", zlib.crc32(data), len(data))


def bomb() -> Iterator[bytes]:
    """Yield a gzip member of 512 MB of zeros: one compressed megabyte, repeated."""
    yield _GZIP_HEADER
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    megabyte = compressor.compress(MEGABYTE) + compressor.flush(zlib.Z_FULL_FLUSH)
    checksum = 0
    for _ in range(BOMB_MEGABYTES):
        yield megabyte
        checksum = zlib.crc32(MEGABYTE, checksum)
    yield b"\x03\0" + struct.pack("<II", checksum, BOMB_MEGABYTES * len(MEGABYTE))


@functools.cache
def bomb_twice() -> bytes:
    """Return the member that ``bomb`` yields, compressed again."""
    return gzip.compress(b"".join(bomb()), mtime=0)


_MEMBER = gzip.compress(PAGE, mtime=0)
_INNER = stored_gzip(PAGE)

_FLUSHED = zlib.compressobj(wbits=-zlib.MAX_WBITS)
_FLUSHED_PAGE = _FLUSHED.compress(PAGE) + _FLUSHED.flush(zlib.Z_SYNC_FLUSH)
_NO_FOOTER = _MEMBER[:-8]

# The Content-Encoding and the body, by the rest of the path.
ENCODED: dict[str, tuple[str | None, bytes]] = {
    "gzip": ("gzip", _MEMBER),
    "x-gzip": ("x-gzip", _MEMBER),
    "upper": ("GZip", _MEMBER),
    "zlib": ("deflate", zlib.compress(PAGE)),
    "raw-deflate": ("deflate", raw_deflate(PAGE)),
    "identity": ("identity", PAGE),
    "none": ("", PAGE),
    "unknown": ("br", PAGE),
    "gzip-of-nothing": ("gzip", gzip.compress(b"", mtime=0)),
    "empty-gzip": ("gzip", b""),
    "empty-deflate": ("deflate", b""),
    "two-members": ("gzip", gzip.compress(PAGE[:40], mtime=0) + gzip.compress(PAGE[40:], mtime=0)),
    "zeros-between-members": (
        "gzip",
        gzip.compress(PAGE[:40], mtime=0) + bytes(10) + gzip.compress(PAGE[40:], mtime=0),
    ),
    "trailing-zeros": ("gzip", _MEMBER + bytes(1000)),
    "trailing-garbage": ("gzip", _MEMBER + b"garbage"),
    "trailing-deflate-garbage": ("deflate", zlib.compress(PAGE) + b"garbage"),
    "truncated": ("gzip", _MEMBER[:-20]),
    "truncated-checksum": ("gzip", _MEMBER[:-2]),
    "truncated-header": ("gzip", _MEMBER[:5]),
    "truncated-second-member": ("gzip", _MEMBER + _MEMBER[:-10]),
    "truncated-zlib": ("deflate", zlib.compress(PAGE)[:-5]),
    "truncated-deflate": ("deflate", raw_deflate(PAGE)[:-5]),
    "wrong-checksum": ("gzip", _MEMBER[:-8] + b"\0\0\0\0" + _MEMBER[-4:]),
    "not-gzip": ("gzip", PAGE),
    "not-deflate": ("deflate", PAGE),
    "twice-announced": ("gzip, gzip", gzip.compress(_MEMBER, mtime=0)),
    "twice-unannounced": ("gzip", stored_gzip(_INNER)),
    "missing-checksum": ("gzip", _NO_FOOTER),
    "wrong-size": ("x-gzip", _MEMBER[:-4] + bytes(4)),
    "zlib-missing-checksum": ("deflate", zlib.compress(PAGE)[:-4]),
    "zlib-wrong-checksum": ("deflate", zlib.compress(PAGE)[:-4] + bytes(4)),
    "zlib-truncated-checksum": ("deflate", zlib.compress(PAGE)[:-1]),
    "zeros-and-garbage": ("gzip", _MEMBER + bytes(10) + b"garbage" + _MEMBER),
    "one-byte-of-a-member": ("gzip", _MEMBER + b"\x1f"),
    "member-header": ("gzip", _MEMBER + _GZIP_HEADER),
    "member-header-cut": ("gzip", _MEMBER + _GZIP_HEADER[:5]),
    "member-without-a-byte": ("gzip", _MEMBER + _GZIP_HEADER + b"\x01\x02\0\xfd\xff"),
    "member-with-a-byte": ("gzip", _MEMBER + _GZIP_HEADER + b"\x01\x02\0\xfd\xffa"),
    "member-malformed": ("gzip", _MEMBER + b"\x1f\x8b\x07" + bytes(20)),
    "flushed-gzip": ("gzip", _GZIP_HEADER + _FLUSHED_PAGE),
    "flushed-deflate": ("deflate", _FLUSHED_PAGE),
    "flushed-zlib": ("deflate", b"\x78\x9c" + _FLUSHED_PAGE),
    "flushed-cut": ("gzip", _GZIP_HEADER + _FLUSHED_PAGE[:-1]),
    "flushed-more": ("deflate", _FLUSHED_PAGE + b"\x01"),
    "x-deflate": ("X-Deflate", zlib.compress(PAGE)),
    "charset": ("UTF-8", PAGE),
    "no-coding": ("none", PAGE),
    "identity-twice": ("identity, identity,", PAGE),
    "chunked-name": ("gzip,aws-chunked", _MEMBER),
    "deflate-then-gzip": ("deflate, gzip", gzip.compress(zlib.compress(PAGE), mtime=0)),
    "gzip-then-raw-deflate": ("gzip, utf-8, deflate", raw_deflate(_MEMBER)),
    "twice-cut": ("gzip, gzip", gzip.compress(_MEMBER[:-20], mtime=0)),
    "thrice": ("gzip, gzip, gzip", gzip.compress(gzip.compress(_MEMBER, mtime=0), mtime=0)),
    "gzip-and-zstd": ("gzip, zstd", _MEMBER),
    "brotli": ("Brotli", PAGE),
    "gzip-as-deflate": ("deflate", _MEMBER),
}


@route("encoded", ENCODED)
def encoded(connection: Connection, visit: Visit) -> None:
    """Send the body and the Content-Encoding in the row of ENCODED that the path names, such as encoded/raw-deflate."""
    encoding, body = ENCODED[visit.rest]
    connection.send(answer(body, f"Content-Encoding: {encoding}"))


@route("encoded-no-length", ENCODED)
def encoded_no_length(connection: Connection, visit: Visit) -> None:
    """Send a body of ENCODED, such as encoded-no-length/gzip, in pieces of 10 bytes and without Content-Length."""
    encoding, body = ENCODED[visit.rest]
    connection.send(head(f"Content-Encoding: {encoding}"))
    for start in range(0, len(body), 10):
        connection.send(body[start : start + 10])


@route("encoded-short")
def encoded_short(connection: Connection, _: Visit) -> None:
    """Send a truncated compressed page with the Content-Length of the complete compressed page."""
    connection.send(head(GZIP, f"Content-Length: {len(_MEMBER)}"), _MEMBER[:-20])


# Bodies that are shorter than their Content-Length, by the rest of the path.
TOO_SHORT: dict[str, tuple[str, bytes]] = {
    "gzip": ("gzip", _MEMBER),
    "zeros": ("gzip", _MEMBER + bytes(10)),
    "twice": ("deflate, gzip", gzip.compress(zlib.compress(PAGE), mtime=0)),
    "wrong-checksum": ("gzip", _NO_FOOTER + bytes(8)),
    "truncated-checksum": ("gzip", _MEMBER[:-1]),
    "further-member": ("gzip", _MEMBER + _GZIP_HEADER),
    "flushed": ("gzip", _GZIP_HEADER + _FLUSHED_PAGE),
    "zlib": ("deflate", zlib.compress(PAGE)),
}


@route("encoded-too-short", (*TOO_SHORT, "silent", "reset"))
def encoded_too_short(connection: Connection, visit: Visit) -> None:
    """Send a body of TOO_SHORT with a Content-Length that is 10 too large.

    After that, encoded-too-short/silent waits, and encoded-too-short/reset resets the connection.
    """
    encoding, body = TOO_SHORT.get(visit.rest, TOO_SHORT["gzip"])
    connection.send(head(f"Content-Encoding: {encoding}", f"Content-Length: {len(body) + 10}"), body)
    if visit.rest == "silent":
        connection.hold()
    if visit.rest == "reset":
        time.sleep(0.1)  # until the client has received the body
        connection.reset()


@route("encoded-pdf")
def encoded_pdf(connection: Connection, _: Visit) -> None:
    """Send a PDF with an unknown Content-Encoding."""
    connection.send(answer(b"%PDF-1.7\n", "Content-Encoding: br", kind="application/pdf"))


@route("encoded-sized", ("1000", "2000000", "2000001"))
def encoded_sized(connection: Connection, visit: Visit) -> None:
    """Send a compressed page that expands to exactly as many bytes as the path says, such as encoded-sized/2000000."""
    connection.send(answer(gzip.compress(sized(int(visit.rest)), mtime=0), GZIP))


@route("encoded-sized-garbage", ("1000", "2000001"))
def encoded_sized_garbage(connection: Connection, visit: Visit) -> None:
    """Send the page of encoded-sized, such as encoded-sized-garbage/1000, followed by garbage."""
    connection.send(answer(gzip.compress(sized(int(visit.rest)), mtime=0) + b"garbage", GZIP))


@route("two-encoding-fields")
def two_encoding_fields(connection: Connection, _: Visit) -> None:
    """Send a page compressed twice, with a Content-Encoding header for each compression."""
    connection.send(answer(gzip.compress(_MEMBER, mtime=0), GZIP, GZIP))


@route("bomb")
def gzip_bomb(connection: Connection, _: Visit) -> None:
    """Send 512 MB of zeros, compressed."""
    connection.send(head(GZIP))
    for part in bomb():
        connection.send(part)


@route("bomb-twice", ("", "announced"))
def gzip_bomb_twice(connection: Connection, visit: Visit) -> None:
    """Send 512 MB of zeros, compressed twice. Only bomb-twice/announced names gzip twice in Content-Encoding."""
    encoding = "Content-Encoding: gzip, gzip" if visit.rest == "announced" else GZIP
    connection.send(answer(bomb_twice(), encoding))


@route("endless-members")
def endless_members(connection: Connection, _: Visit) -> None:
    """Send endless empty gzip members."""
    connection.send(head(GZIP))
    members = gzip.compress(b"", mtime=0) * 400
    while True:
        connection.send(members)


@route("endless-blocks")
def endless_blocks(connection: Connection, _: Visit) -> None:
    """Send a gzip member of endless empty blocks."""
    connection.send(head(GZIP), _GZIP_HEADER)
    blocks = b"\0\0\0\xff\xff" * 1600
    while True:
        connection.send(blocks)


@route("endless-zeros")
def endless_zeros(connection: Connection, _: Visit) -> None:
    """Send a compressed page followed by endless zeros."""
    connection.send(head(GZIP), _MEMBER)
    while True:
        connection.send(bytes(8192))
