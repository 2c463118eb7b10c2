"""Finding the encoding that a page declares."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.charset import PRESCAN_BYTES, Declared, declared, is_xhtml
from page_stats_core.page.parse.tables import load

LABELS = [(label, encoding) for encoding, labels in load("labels")["labels"].items() for label in labels]


def _in_meta(text: str) -> str:
    return declared(text.encode("latin-1"), None).encoding


class TestDeclared:
    @pytest.mark.parametrize(("label", "encoding"), LABELS)
    def test_every_label(self, label, encoding):
        """Content-Type and meta tags may have any label, but in a meta tag, three encodings are replaced by others."""
        in_meta = {"utf-16be": "utf-8", "utf-16le": "utf-8", "x-user-defined": "windows-1252"}.get(encoding, encoding)
        assert declared(b"", f"text/html;charset={label.upper()}") == Declared(encoding, 0)
        assert _in_meta(f"<meta charset='\n{label.upper()} '>") == in_meta

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            (b"\xef\xbb\xbf<meta charset=gbk>", Declared("utf-8", 3)),
            (b"\xfe\xff", Declared("utf-16be", 2)),
            (b"\xff\xfe", Declared("utf-16le", 2)),
            (b"\xef\xbb", Declared("koi8-r", 0)),
            (b"<meta charset=gbk>", Declared("koi8-r", 0)),
        ],
    )
    def test_mark(self, body, expected):
        """A byte order mark has precedence over Content-Type, and Content-Type over a meta tag."""
        assert declared(body, "text/html; charset=koi8-r") == expected

    @pytest.mark.parametrize(
        ("content_type", "encoding"),
        [
            (None, ""),
            ("", ""),
            ("charset=koi8-r", ""),
            ("text/html;charset=koi8-r", "koi8-r"),
            ("text/html;charset = koi8-r", "koi8-r"),
            ("text/html;x;y=z;CHARSET=koi8-r;charset=gbk", "koi8-r"),
            ("text/html;charset=zzz;charset=gbk", ""),
            ("text/html;charset=;charset=gbk", ""),
            ('text/html;charset="koi8-r', "koi8-r"),
            ('text/html;charset="koi8\\-r"x', "koi8-r"),
            ('text/html;x=";charset=gbk;";charset=koi8-r', "koi8-r"),
            ('text/html;x="\\";charset=gbk', ""),
            ("text/html;charset=koi8-r x", "koi8-r"),
            ("text/html;charset='koi8-r'", ""),
            ("text/html;charset=\u212aoi8-r", ""),
        ],
    )
    def test_content_type(self, content_type, encoding):
        """The first charset parameter of Content-Type is used if its value is a known label."""
        assert declared(b"", content_type).encoding == encoding

    @pytest.mark.parametrize(
        ("text", "encoding"),
        [
            ("<meta charset=gbk>", "gbk"),
            ("<META/CHARSET=gbk/>", ""),
            ("<META/CHARSET=gbk >", "gbk"),
            ("<meta charset=gbk", ""),
            ("<meta charset='gbk", ""),
            ("<metacharset=gbk>", ""),
            ("</meta charset=gbk>", ""),
            ("<meta>charset=gbk", ""),
            ("<meta x='>' charset=gbk>", "gbk"),
            ("<meta charset=gbk charset=koi8-r>", "gbk"),
            ("<meta charset=><meta charset=gbk>", "gbk"),
            ("<meta content='charset=gbk' http-equiv=Content-Type>", "gbk"),
            ("<meta content='charset=gbk' http-equiv=refresh>", ""),
            ("<meta http-equiv=content-type content=charset='gbk'>", "gbk"),
            ('<meta http-equiv=content-type content="charset=\'gbk">', ""),
            ("<meta http-equiv=content-type content='charset=gbk;x'>", "gbk"),
            ("<meta http-equiv=content-type content='charset=;gbk'>", ""),
            ("<meta http-equiv=content-type content='charset charset=gbk'>", "gbk"),
            ("<!-- <meta charset=gbk> --><meta charset=koi8-r>", "koi8-r"),
            ("<!--><meta charset=gbk>", "gbk"),
            ("<!-- <meta charset=gbk>", ""),
            ("<!x <meta charset=gbk>", ""),
            ("</ <meta charset=gbk>", ""),
            ("<?x <meta charset=gbk>", ""),
            ("<x <meta charset=gbk>", ""),
            ("<x/<meta charset=gbk>", ""),
            ("<x y='<meta charset=gbk>'>", ""),
            ("< <meta charset=gbk>", "gbk"),
            ("<3<meta charset=gbk>", "gbk"),
        ],
    )
    def test_prescan(self, text, encoding):
        """A meta tag is found exactly where the prescan of the HTML Standard finds it."""
        assert _in_meta(text) == encoding

    @pytest.mark.parametrize(
        ("text", "encoding"),
        [
            ("<?xml encoding='gbk'?>", "gbk"),
            ('<?xml version="1.0"\nencoding\x00 =\t"gbk" ?>', "gbk"),
            ("<?xml encoding='gbk'", ""),
            ("<?xml encoding='gbk\">", ""),
            ("<?xml encoding=gbk?>", ""),
            ("<?xml encoding='g bk'?>", ""),
            ("<?xml encoding=''?>", ""),
            ("<?xml Encoding='gbk'?>", ""),
            ("<?xml?><p>encoding='gbk'", "gbk"),
            ("<?XML encoding='gbk'?>", ""),
            (" <?xml encoding='gbk'?>", ""),
            ("<?xml encoding='utf-16be'?>", "utf-8"),
            ("<?xml encoding='gbk'?><meta charset=koi8-r>", "koi8-r"),
            ("<\0?\0x\0", "utf-16le"),
            ("\0<\0?\0x", "utf-16be"),
        ],
    )
    def test_xml_declaration(self, text, encoding):
        """The encoding in an XML declaration at the start is used if no meta tag declares an encoding."""
        assert _in_meta(text) == encoding

    @pytest.mark.parametrize(
        "unit", ["<", "<a ", "<!--", "<meta ", "<meta x=", "<meta charset=z>", "<?xml", "encoding", "a='"]
    )
    def test_hostile(self, unit):
        """A page with a hostile beginning is searched for its encoding in linear time."""
        assert _in_meta("<?xml" + unit * (2 * PRESCAN_BYTES // len(unit))) == ""


class TestIsXhtml:
    @pytest.mark.parametrize(
        "content_type", ["application/xhtml+xml", "\t APPLICATION/xhtml+XML ;x", "application/xhtml+xml;"]
    )
    def test_is(self, content_type):
        """The media type of XHTML is recognized in upper and lower case, between blanks and with parameters."""
        assert is_xhtml(content_type)

    @pytest.mark.parametrize(
        "content_type", [None, "", "text/html", "application/xml", "text/html;application/xhtml+xml"]
    )
    def test_is_not(self, content_type):
        """No other media type is XHTML."""
        assert not is_xhtml(content_type)
