"""Decoding the body of a page."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.decode import SLICE_BYTES, decode


def _decode(body: bytes, charset: str = "") -> str:
    return "".join(decode(body, f"text/html;charset={charset}", lambda: None))


class TestDecode:
    @pytest.mark.parametrize("shift", range(8))
    @pytest.mark.parametrize("text", ["é", "日", "\U0001f600"])
    @pytest.mark.parametrize("charset", ["", "utf-8", "utf-16le", "utf-16be"])
    def test_characters_across_slices(self, shift, text, charset):
        """A character split between two slices is decoded correctly."""
        whole = "a" * shift + text * SLICE_BYTES
        assert _decode(whole.encode(charset or "utf-8"), charset) == whole

    @pytest.mark.parametrize(
        ("body", "text"),
        [
            (b"", ""),
            (b"\xc3", "\ufffd"),
            (b"a\xf0\x9f\x98", "a\ufffd"),
            (b"\xc3(", "Ã("),
            (b"\xed\xa0\x80", "í\xa0€"),
            (b"\xf4\x90\x80\x80", "ô\x90€€"),
            (b"a" * SLICE_BYTES + b"\xff", "a" * SLICE_BYTES + "ÿ"),
            ("é".encode() * SLICE_BYTES + b"\xff", "Ã©" * SLICE_BYTES + "ÿ"),
        ],
    )
    def test_undeclared(self, body, text):
        """If no encoding is declared, valid UTF-8 (even if cut off) is read as UTF-8, other bytes as windows-1252."""
        assert _decode(body) == text

    def test_mark_is_dropped(self):
        """A byte order mark is dropped, even if Content-Type declares another encoding."""
        assert _decode(b"\xff\xfea\0", "koi8-r") == "a"

    def test_replacement(self):
        """A label of the encoding ``replacement`` makes the text empty."""
        assert _decode(b"abc", "hz-gb-2312") == ""

    def test_is_lazy(self):
        """A piece of the body is decoded only when its text is requested."""
        ticks = []
        text = decode(b"a" * (4 * SLICE_BYTES), "text/html;charset=utf-8", lambda: ticks.append(None))
        assert ticks == []
        next(text)
        assert len(ticks) == 1
