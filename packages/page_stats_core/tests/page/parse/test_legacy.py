"""The decoders of legacy encodings."""

from __future__ import annotations

import random
from itertools import product

import pytest
from page_stats_core.page.parse.legacy import SLICE_BYTES, decode

MULTI_BYTE = ["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis"]
SINGLE_BYTE = {
    **{f"iso-8859-{part}": f"iso8859_{part}" for part in (2, 4, 5, 10, 13, 14, 15, 16)},
    **{f"windows-{page}": f"cp{page}" for page in (1250, 1251, 1254, 1256, 1257, 1258)},
    "ibm866": "cp866",
    "koi8-r": "koi8_r",
    "macintosh": "mac_roman",
}


def _decode(encoding: str, data: bytes) -> str:
    return "".join(decode(encoding, memoryview(data), lambda: None))


class TestDecode:
    @pytest.mark.parametrize(("encoding", "codec"), SINGLE_BYTE.items())
    def test_single_byte(self, encoding, codec):
        """Single-byte decoders agree with Python's codecs, except for undefined bytes and currency signs."""
        for byte in range(0x100):
            theirs = bytes([byte]).decode(codec, "replace")
            assert _decode(encoding, bytes([byte])) == theirs or theirs in "\ufffd\u20ac\u00a4"

    @pytest.mark.parametrize("encoding", MULTI_BYTE)
    def test_slices(self, encoding):
        """The decoded text does not depend on where slices end."""
        chance = random.Random(encoding)
        bytes_ = [*range(0x100), *b"\x1b$B\x1b(J\x1b(I" * 4, *range(0x80, 0x100), *range(0x30, 0x3A)]
        data = bytes(chance.choices(bytes_, k=SLICE_BYTES + 300))
        whole = _decode(encoding, data)
        for shift in range(1, 9):
            assert _decode(encoding, b"a" * shift + data) == "a" * shift + whole

    @pytest.mark.parametrize("encoding", MULTI_BYTE)
    def test_any_bytes(self, encoding):
        """Any two bytes followed by ASCII decode to text without surrogates."""
        for first, second in product(range(0x80, 0x100), range(0x100)):
            text = _decode(encoding, bytes([first, second]) + b"0A")
            assert text.endswith("A")
            assert text.isprintable() or text.encode()

    def test_no_surrogates_in_gb18030(self):
        """No four-byte sequence of gb18030 decodes to a surrogate."""
        units = product(range(0x81, 0x85), range(0x30, 0x3A), range(0x81, 0xFF), range(0x30, 0x3A))
        _decode("gb18030", b"".join(map(bytes, units))).encode()

    @pytest.mark.parametrize(
        ("encoding", "data", "text"),
        [
            ("gbk", b"\x80", "€"),
            ("gbk", b"\x80\xff\x81", "€\ufffd\ufffd"),
            ("gbk", b"\xd6\xd0\x81\x7f\x81\xff", "中\ufffd\x7f\ufffd"),
            ("gb18030", b"\x81\x30\x81\x30", "\x80"),
            ("gb18030", b"\x81\x30\x81", "\ufffd"),
            ("gb18030", b"\x81\x30", "\ufffd"),
            ("gb18030", b"\x81\x30\x81a", "\ufffd0乤"),
            ("gb18030", b"\x81\x35\xf4\x37", "\ue7c7"),
            ("gb18030", b"\x90\x30\x81\x30", "\U00010000"),
            ("gb18030", b"\xe3\x32\x9a\x35\xe3\x32\x9a\x36", "\U0010ffff\ufffd"),
            ("gb18030", b"\x84\x31\xa5\x30", "\ufffd"),
            ("big5", b"\x88\x62\x88\x64\x88\xa3\x88\xa5", "Ê̄Ê̌ê̄ê̌"),
            ("big5", b"\x87\x40\x81\x40\x80\xff", "䏰\ufffd@\ufffd\ufffd"),
            ("euc-kr", b"\xb0\xa1\x81\x5b\xff", "가\ufffd[\ufffd"),
            ("shift_jis", b"\x80\xa0\xa1\xdf\xfd", "\x80\ufffd｡ﾟ\ufffd"),
            ("shift_jis", b"\xf0\x40\xf9\xfc\x81\x7f", "\ue000\ue757\ufffd\x7f"),
            ("euc-jp", b"\x8e\xb1\x8f\xb0\xa1\x8f\xa1a\x8ea", "ｱ丂\ufffda\ufffda"),
            ("euc-jp", b"\x8f\xb0", "\ufffd"),
            ("iso-2022-jp", b"\x1b(J\\~\x1b(I1\x1b(B\\", "¥‾ｱ\\"),
            ("iso-2022-jp", b"\x1b$BF|\x1b$@\x1b(B", "日\ufffd"),
            ("iso-2022-jp", b"\x1b$BF", "\ufffd"),
            ("iso-2022-jp", b"\x1b$BF\x1b(Ba", "\ufffda"),
            ("iso-2022-jp", b"\x1b$B \x80\x21 ", "\ufffd\ufffd\ufffd"),
            ("iso-2022-jp", b"\x1b\x1b(a\x1b", "\ufffd\ufffd(a\ufffd"),
            ("iso-2022-jp", b"\x0e\x0f\x80", "\ufffd\ufffd\ufffd"),
            ("iso-8859-8-i", b"\xe0", "א"),
            ("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff"),
            ("x-mac-cyrillic", b"\xff", "€"),
            ("koi8-u", b"\xae", "ў"),
        ],
    )
    def test_as_in_the_standard(self, encoding, data, text):
        """Characters, errors and the bytes after an error decode as in the Encoding Standard."""
        assert _decode(encoding, data) == text
