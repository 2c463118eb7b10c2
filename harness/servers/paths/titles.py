"""Routes with hostile titles."""

from __future__ import annotations

from harness.servers.answers import answer
from harness.servers.connection import Connection
from harness.servers.routes import Visit, route

TITLES: dict[str, bytes] = {
    "surrogates": b"half &#xD800;&#56320; a character",
    "bidi": "left \u202eright\u2066 \u200fmarks\u061c".encode(),
    "escapes": b"\x1b[31mred\x1b[0m and &#27;]0;owned&#7;",
    "nul": b"low\0water",
    "c1": "a\u0090b &#x85; c &#129;d".encode(),
    "white-space": "\u3000 low \t\n\u2028 water\u2003".encode(),
    "between": "low\u200e \u200f water".encode(),
    "empty": b"",
    "only-marks": "\u200f \u202e".encode(),
    "long": b"a" * 1_000_000,
    "300": "\N{WATER WAVE}".encode() * 300,
    "301": "\N{WATER WAVE}".encode() * 301,
    "markup": b"<b>bold</b> &amp;lt; &lt;script&gt;",
}


@route("title", TITLES)
def title(connection: Connection, visit: Visit) -> None:
    """Send a page with the title in TITLES that the path names, such as title/escapes."""
    connection.send(answer(b"<!doctype html><title>" + TITLES[visit.rest] + b"</title><p>Word."))
