"""Generate bodies in various encodings, each with a Content-Type. Some declare their encoding; some are damaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from page_stats_core.page.parse.tables import load

from harness.fuzz.markup import markup
from harness.fuzz.structure import script, structure
from harness.parity.cases import SPEC

Page = tuple[bytes, str | None]

LABELS: Final[Sequence[str]] = sorted(label for labels in load("labels")["labels"].values() for label in labels)
MARKS: Final = (
    *(b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb", b"\xef\xbb\xbf\xef\xbb\xbf", b"\0<\0?\0x", b"<\0?\0x\0"),
    b"<?xml version='1.0'?>",
)
# Encodings: Python's name of each, and the Encoding Standard's name.
CODECS: Final[Mapping[str, str]] = {
    "cp1252": "windows-1252",
    "shift_jis": "shift_jis",
    "gb18030": "gb18030",
    "big5": "big5",
    "euc_kr": "euc-kr",
    "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp",
    "koi8_r": "koi8-r",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
}
# Bytes that are edge cases of some encoding; they are used with every encoding.
EDGES: Final = (
    *(
        b"\x1b$B",
        b"\x1b(B",
        b"\x1b(J",
        b"\x1b(I",
        b"\x1b$@",
        b"\x1b",
        b"\x1b$",
        b"\x0e",
        b"\x0f",
        b"!",
        b"~",
        b"\\",
        b"\x5f",
    ),
    *(
        b"\x88\x62",
        b"\x88\x64",
        b"\x88\xa3",
        b"\x88\xa5",
        b"\x81\x30\x81\x30",
        b"\x81\x35\xf4\x37",
        b"\x84\x31\xa4\x37",
    ),
    *(
        b"\x90\x30\x81\x30",
        b"\xe3\x32\x9a\x35",
        b"\xe3\x32\x9a\x36",
        b"\x80",
        b"\xff",
        b"\xfe\xfe",
        b"\x81\x7f",
        b"\x8e\xb1",
    ),
    *(
        b"\x8f\xa2\xaf",
        b"\x8f\xa1",
        b"\x8e",
        b"\xf0\x40",
        b"\xf9\xfc",
        b"\xfc\xfc",
        b"\xa0",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
    ),
    *(
        b"\xc0\x80",
        b"\xe0\x80",
        b"\xf0\x80",
        b"\xf0\x9f\x98",
        b"\xe6\xb5\xb7",
        b"\xc3",
        b"a",
        b" ",
        b"<",
        b"&",
        b"0",
        b"\xa1\xa1",
    ),
    *(b"\xd8\x00", b"\x00\xd8", b"\xdc\x00", b"\x00\xdc", b"\0"),
)
# More bytes than the code decodes at once, and more than it searches for a declaration of the encoding.
LONG: Final = 70_000


def parse_input(random: Random) -> dict[str, Any]:
    """Return a body and a Content-Type for a ``parse`` request."""
    kinds = (_soup, _structured, _script, _legacy, _edges, _declared, _page, _long)
    body, content_type = random.choices(kinds, (18, 40, 4, 6, 8, 14, 9, 1))[0](random)
    if random.random() < 0.2:
        body = body[: random.randint(0, len(body))]
    if random.random() < 0.15:
        body = _damaged(random, body)
    if random.random() < 0.03:
        body = random.choice(MARKS) + body
    return {"body": body, "content_type": content_type}


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _soup(random: Random) -> Page:
    return _utf8(markup(random, random.randint(1, 12))), _content_type(random)


def _structured(random: Random) -> Page:
    kind = random.choice(("text/html;charset=utf-8", "text/html;charset=utf-8", "application/xhtml+xml;charset=utf-8"))
    return _utf8(structure(random)), kind


def _script(random: Random) -> Page:
    return _utf8(script(random)), _content_type(random)


def _legacy(random: Random) -> Page:
    codec, label = random.choice(list(CODECS.items()))
    return markup(random, random.randint(1, 8)).encode(codec, "ignore"), f"text/html; charset={label}"


def _edges(random: Random) -> Page:
    """Return a page whose title consists of bytes that each encoding decodes differently."""
    one = bytes(random.choices(range(0x80, 0x100), k=2))
    body = b"<title>" + b"".join(random.choice((*EDGES, one)) for _ in range(random.randint(1, 12)))
    label = random.choice((*CODECS.values(), *CODECS.values(), random.choice(LABELS)))
    return body, random.choice((f"text/html; charset={label}", f"text/html; charset={label}", "text/html"))


def _label(random: Random) -> str:
    common = ("utf-8", "shift_jis", "utf-16", "x-user-defined", "replacement", "koi8-r", "macintosh", "ibm866")
    label = random.choice((*common, random.choice(LABELS)))
    return random.choice(
        (label, label, label, label.upper(), f" {label}\t", f"{label} ", f"{label}x", f"\x0b{label}", "")
    )


def _declared(random: Random) -> Page:
    """Return a page that declares its encoding and has a title that each encoding decodes differently."""
    label, quote = _label(random), random.choice(("'", '"', "'", '"', ""))
    meta = random.choice(
        (
            f"<meta charset={quote}{label}{quote}>",
            f"<META a CharSet = {quote}{label}{quote} />",
            f"<meta http-equiv=content-type content={quote}text/html;charset={label}{quote}>",
            f"<meta content='text/html; charset = {label};x' http-equiv='Content-Type'>",
            f"<meta charset=nonsense content='a;charset={label}' http-equiv=content-type>",
            f"<meta http-equiv=content-type content='charset charset=\"{label}\"'>",
            f"<meta http-equiv=content-type content='charset=\"{label}'>",
            f"<meta content='charset={label}'>",
            f"<meta/charset={quote}{label}{quote}/>",
            f"<meta http-equiv='Content&#45;Type' content='text/html&semi;charset&equals;{label}'>",
            f"<meta charset='{label[:1]}&#{ord(label[1:2] or 'x')};{label[2:]}'>",
            f"<meta charset=x charset={label}>",
            f"<meta charset={quote}{label}",
            f"<metacharset={label}>",
        )
    )
    before = random.choice(
        ("", "", "", "<!-- -->", "<!-->", "<!--> -->", "<!-- --!>", "<p/", "</", "<", "<!x>", "<?a>", "< >", "<a <")
    )
    around = random.choice(
        (
            "{}",
            "{}",
            "{}",
            "<a b='{}'>",
            "</a b='>{}'>",
            "<!--{}",
            "<?{}",
            "<title>{}</title>",
            "<a b={}>",
            "</3 a='{}'>",
        )
    )
    padding = random.choice(("", "", "", "", " " * random.randint(900, 1100), "-" * random.randint(65_400, 65_540)))
    xml = random.choice(
        ("",) * 4
        + (
            f"<?xml version='1.0' encoding={quote}{_label(random)}{quote} ?>",
            f"<?xml encoding\x01=\n'{label}'>",
            "<?xml>",
        )
    )
    start = f"{xml}{before}{padding}{around.replace('{}', meta)}"
    high = bytes(random.choices((0x41, 0x20, *range(0x80, 0x100)), k=random.randint(1, 6)))
    return _utf8(f"{start}<title>") + random.choice((high, high, "é 海".encode())), random.choice(
        ("text/html", _content_type(random))
    )


def _page(random: Random) -> Page:
    """Return a whole page: a damaged sample page or a generated page."""
    samples = [path for path in sorted(SPEC.glob("pages/*")) if path.stat().st_size < 20_000]
    if samples and random.random() < 0.3:
        return _damaged(random, random.choice(samples).read_bytes()), _content_type(random)
    head = (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{markup(random, 1)}</title><style>p{{}}</style>"
    )
    rows = "".join(
        f"<div id={i}><h2>{markup(random, 1)}</h2><p>{structure(random)}<ul><li>{markup(random, 1)}</ul></div>\n"
        for i in range(random.randint(1, 4))
    )
    return _utf8(f"{head}<body>{rows}<script>if (a < b) {{ c('</div>') }}</script></body></html>"), _content_type(
        random
    )


def _long(random: Random) -> Page:
    """Return a body with a part that has more bytes than the code decodes at once."""
    unit = random.choice((_utf8(markup(random, 2)), _utf8(structure(random))))
    short = (
        b"a",
        b" ",
        b"&",
        b"<",
        b"\xe4\xb8\xad",
        b"\xe0\xb8\x81",
        b"<b>",
        b"-",
        b"x='y' ",
        b"\xff",
        b"0",
        b"]",
        b"a;",
        b"\0",
    )
    many = random.choice((unit, unit, *short)) or b"a"
    repeated = many * (random.randint(LONG // 2, LONG) // len(many))
    before, after = (_utf8(random.choice((markup, lambda random, _: structure(random)))(random, 3)) for _ in range(2))
    start = random.choice(
        (
            b"",
            b"",
            b"<title>",
            b"<!--",
            b"<a b='",
            b"<a ",
            b"<a style='",
            b"<svg>",
            b"&#",
            b"&a",
            b"<script>",
            b"<p hidden>",
            b"</",
        )
    )
    return before + start + repeated + after, _content_type(random)


def _damaged(random: Random, body: bytes) -> bytes:
    for _ in range(random.randint(1, 3)):
        start = random.randint(0, len(body))
        end = min(len(body), start + random.choice((0, 1, 1, 4, 30)))
        other = random.randint(0, len(body))
        put = random.choice(
            (b"", bytes([random.randrange(256)]), body[other : other + 12], random.choice((b"<", b"&", b"'", b">")))
        )
        body = body[:start] + put + body[end:]
    return body


def _content_type(random: Random) -> str | None:
    label = _label(random)
    return random.choices(
        (
            *(
                "text/html; charset=utf-8",
                "text/html",
                "application/xhtml+xml;charset=utf-8",
                "application/xhtml+xml",
                None,
                "",
            ),
            *(f"text/html; charset={label}", f'text/html;charset="{label}"', f"text/html ; a=b;CHARSET = {label} ;c"),
            *(
                f'application/xhtml+xml; a=";charset=big5"; charset={label}',
                " Application/XHTML+XML\t;",
                "text/html;charset=\\a",
            ),
            *(
                f'text/html;charset="{label}',
                f"text/html;charset={label};charset=utf-8",
                "image/png",
                'x;charset="utf\\-8"',
            ),
        ),
        (50, 20, 6, 4, 1, 1, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1),
    )[0]
