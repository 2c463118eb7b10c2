"""The public functions of the parser."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse import ParsedPage, parse_in_slices, parse_page

PAGE = "<title>Þ</title><p>one two".encode()


class GaveUpError(Exception):
    pass


class TestParsePage:
    def test_content_type_is_html(self):
        """Without a Content-Type, the page is parsed as HTML."""
        assert parse_page(b"<script/>a</script>b") == ParsedPage(None, 1)

    def test_every_byte(self):
        """A page of any two bytes can be parsed."""
        for first in range(0x100):
            for second in range(0x100):
                title, words, _ = parse_page(bytes([first, second]), None)
                assert title is None
                assert words in (0, 1)


class TestParseInSlices:
    @pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
    def test_kinds_of_body(self, kind):
        """The body may be any bytes-like object."""
        assert parse_in_slices(kind(PAGE), None, lambda: None) == ParsedPage("Þ", 2)

    @pytest.mark.parametrize(
        "unit", [b"a", b"<p>", b"\xff", b"<svg>", b"<p hidden>", b"<!--", b"<a b='", b"<title>", b"&#", b"<script>"]
    )
    @pytest.mark.parametrize("charset", ["", "gbk", "windows-1251", "iso-2022-jp", "utf-16le"])
    def test_ticks(self, unit, charset):
        """The tick function is called at least once per 64 KiB of the body."""
        ticks = []
        body = unit * (400_000 // len(unit))
        parse_in_slices(body, f"text/html; charset={charset}", lambda: ticks.append(None))
        assert len(ticks) >= len(body) // 65_536

    def test_gives_up(self):
        """An exception from the tick function stops the parse and reaches the caller."""
        calls = []

        def tick():
            calls.append(None)
            if len(calls) == 3:
                raise GaveUpError

        with pytest.raises(GaveUpError):
            parse_in_slices(b"<p>" * 1_000_000, "text/html", tick)
        assert len(calls) == 3
