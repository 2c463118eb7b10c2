"""Generate valid and broken markup. Each piece of the markup exercises a rule of §7 to §11."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from page_stats_core.page.parse.tables import load


def _names(text: str) -> list[str]:
    return text.split(" ")


TEXTS: Final = (
    *("a", "word", "two words", "Tide tables", "3", "x-y", "don't", "é", "naïve café", "—", " — ", "…", "!", "«", "."),
    *(
        "海",
        "海岸の潮",
        "カタカナ",
        "ｶﾅ",
        "ひらがなカナ漢字abc",
        "ภาษาไทย",
        "ພາສາລາວ",
        "ភាសាខ្មែរ",
        "မြန်မာ",
        "한국어",
        "ㄅㄆ",
    ),
    *(
        "中a",
        "a中",
        "。中",
        "中。",
        "・",
        "カ・カ",
        "𠀀",
        "😀",
        "a\u0301",
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u061c",
        "𛀀",
    ),
    *("\u2060", "\u200d", "\u3164", "\u2800", "\ufe0f", "\U000e0100", "\u17b4", "\u034f", "\x01", "\x86"),
    *("\u3099", "\u309a", "か", "カ", "ก", "က", "\u1025", "\u102e", "\u1026", "\u0301", "=\u0338", "\u037e"),
    *("\0", "a\0b", "\ufffd", "\x1c", "\x1f", "\x7f", "\x85", "\u2028", "\u3000", "\u00a0", "\u180e", "\u205f"),
    *("<", "< ", "<3", "a<b", "&", ">", '"', "'", "=", "/", "]]>", "-->", "--!>", "]", "-", "<\0", "\u017f", "\u212a"),
)
BLANKS: Final = (" ", " ", " ", "\n", "\t", "\f", "\r", "\r\n", "  ")
NUMBERS: Final = (
    *(
        "38",
        "60",
        "x3c",
        "X3E",
        "0",
        "x0",
        "128",
        "x80",
        "x81",
        "150",
        "159",
        "160",
        "xA0",
        "xD800",
        "xDFFF",
        "x10FFFF",
    ),
    *(
        "x110000",
        "99999999999",
        "00000000000000000000000065",
        "x4e2d",
        "3585",
        "32",
        "10",
        "8195",
        "65533",
        "65279",
        "",
    ),
    *("x", "xg", "x1F600", "12a", "2.5", "32768", "x" + "0" * 40 + "41", "9" * 70),
)
ENTITIES: Final[Sequence[str]] = sorted(load("entities")["names"])
ELEMENTS: Final = _names(
    "a abbr address annotation annotation-xml article aside b base big blockquote body br button caption center "
    "cite code col dd del desc details dialog dir div dl dt em embed fieldset figure font footer foreignObject "
    "form frame frameset g h1 h6 head header hr html i iframe img input ins label legend li link listing main "
    "malignmark math menu meta metadata mglyph mi mn mo ms mtext nav nobr noembed noframes noscript ol optgroup "
    "option p path plaintext pre rect ruby s script search section select small span strike strong style sub "
    "summary sup svg table tbody td template textarea tfoot th thead title tr tt u ul use var video wbr x-y xmp "
    "audio canvas datalist meter progress rb rp rt rtc "
    "é\u212a custom\0 a\ufffd scripts titles"
)
RAW: Final = ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript")
FOREIGN: Final = _names("svg math title desc foreignObject mi mtext annotation-xml g style script font p br div")
REGIONS: Final = _names("p li dt dd option optgroup td th tr tbody div span b i ul table svg body xmp template g")
HIDDEN: Final = (
    *("hidden", "HIDDEN", "hidden=x", "style='display:none'", 'style="display: none"', "style=display:none"),
    *("style='display:none!important'", "style='display:none ! important'", "style='DISPLAY : NONE !IMPORTANT ;'"),
    *("style='display:none;display:block'", "style='display:block;display:none'", "style='display:none;display'"),
    *("style='color:red;display:none;'", "style='display:none;;;'", "style='x-display:none'", "style='display:none x'"),
    *(
        "style=''",
        "style",
        "style style='display:none'",
        "style='a' style='display:none'",
        "style='\tdisplay\n:\fnone'",
    ),
    *("popover", "popover=x", "open", "OPEN=''", "controls", "type=hidden", "type='&#104;idden'"),
    *(
        "hidden=&#117;ntil-found",
        "hidden=until-found style=display:block",
        "style='visibility:hidden'",
        "style=visibility:visible",
        "style=display",
        "shadowrootmode=open",
        "shadowrootmode='close&#100;'",
        "shadowrootmode='open '",
        "style='VISIBILITY: Collapse'",
        "style='visibility:initial;visibility:x'",
        "style='visibility:visible!important;visibility:hidden'",
        "style='visibility:hidden;visibility:inherit'",
        "style='display:none;display:inline flow-root'",
        "style='display:none;display:x'",
        "style='display:none;display:VAR(--x)'",
        "style='display:none;display:revert'",
        "style='display:none;display:revert-layer'",
        "style='display:block!important;display:none'",
        "style='display&colon;&#110;one&semi;x'",
        "style='display:none&semi'",
        "style='display:none&semi=;display:block'",
        "style='a:&quot;x&quot;;displ&#97;y:none'",
        f"style='display:none;display:var({'x' * 243})'",
        f"style='display:none;display:var({'é' * 245})'",
        f"style='{' ' * 300}display:{' ' * 300}none'",
    ),
    *("hidden\0", "xhidden", "=hidden", "/hidden", "style='display:none&#33;important'", "style='display:none\0'"),
)
ATTRIBUTES: Final = (
    *(
        "class=a",
        "id='b c'",
        'title="x > y"',
        "a=b/",
        "a='<p>'",
        "href=?a=1&amp;b",
        "data-x='\"'",
        "checked",
        "= a",
        "==",
    ),
    *("a=", "a=''", "color=red", "face", "size='1'", "COLOR", "encoding=text/html", "encoding='application/xhtml+xml'"),
    *("encoding='text/html '", "Encoding=TEXT/HTML", "encoding=x encoding=text/html", "alt='words in here'", "/", "//"),
    *("href", "HREF=''", "xlink:href=a", "xhref=a", "href='a' hidden", "a='<' href=\"b\"", "/href/"),
    *("\0=\0", "é='é'", "<b", "a<b=c", "a='b'c='d'", 'a="b"/', "a = b", "a= 'b'", 'a\n=\n"b"', "'", '"', "'a'"),
)


def markup(random: Random, pieces: int) -> str:
    """Return markup; *pieces* is the number of its pieces."""
    return "".join(_piece(random) for _ in range(pieces))


def _piece(random: Random) -> str:
    return random.choices(_KINDS, _WEIGHTS)[0](random)


def _link(random: Random) -> str:
    """Return a link, or a tag that ends one, directly next to its text."""
    inside = markup(random, random.randint(0, 3))
    start = random.choice(("<a href>", "<A HREF=a>", "<a class='b c' href=d>", "<a href=a hidden>", "<a>", "<a href/>"))
    return f"{start}{inside}{random.choice(('</a>', '</a>', '</A >', ''))}"


def _text(random: Random) -> str:
    return "".join(random.choice(random.choice((TEXTS, BLANKS))) for _ in range(random.randint(1, 4)))


def _ascii(random: Random) -> str:
    return random.choice(("a", "b ", " c", "d e ", " ", "\n"))


def _reference(random: Random) -> str:
    end = random.choice((";", ";", "", "", " ", "a", "="))
    if random.random() < 0.5:
        return f"&#{random.choice(NUMBERS)}{end}"
    name = random.choice(("amp", "lt", "gt", "nbsp", "notit", "not", "ensp", "NotEqualTilde", random.choice(ENTITIES)))
    return f"&{name[: random.choice((None, None, None, len(name) - 1))]}{end}"


def _name(random: Random, names: Sequence[str] = ELEMENTS) -> str:
    name = random.choice(names)
    return random.choice((name, name, name, name.upper(), name.title()))


def tag(random: Random, name: str) -> str:
    """Return a start tag with some attributes, possibly broken."""
    attributes = [
        random.choice(random.choice((ATTRIBUTES, HIDDEN))) for _ in range(random.choice((0, 0, 0, 1, 1, 2, 4)))
    ]
    gap = random.choice((" ", " ", "\n", "/", "\t "))
    end = random.choice((">", ">", ">", ">", ">", ">", "/>", " />", " >", "/ >", "", "\0>"))
    return f"<{gap.join([name, *attributes])}{end}"


def _start(random: Random) -> str:
    return tag(random, _name(random))


def _end(random: Random) -> str:
    return f"</{_name(random)}{random.choice(('>', '>', '>', ' >', '/>', ' a=b>', ''))}"


def _element(random: Random) -> str:
    name = _name(random)
    return f"{tag(random, name)}{markup(random, random.randint(0, 4))}</{name}>"


def _region(random: Random) -> str:
    return f"<{random.choice(REGIONS)} {random.choice(HIDDEN)}>{markup(random, random.randint(0, 6))}"


def _foreign(random: Random) -> str:
    inside = "".join(
        random.choice(
            (tag(random, _name(random, FOREIGN)), f"</{_name(random, FOREIGN)}>", _text(random), _cdata(random))
        )
        for _ in range(random.randint(0, 8))
    )
    return f"<{random.choice(('svg', 'math'))}>{inside}{random.choice(('', '</svg>', '</math>'))}"


def _raw(random: Random) -> str:
    name = _name(random, RAW)
    inside = "".join(
        random.choice(
            (_text(random), f"</{name}", f"</{name}x>", f"<{name}>", "<!--", "-->", "<p>", "]]>", "&amp;", "<![CDATA[")
        )
        for _ in range(random.randint(0, 5))
    )
    return f"{tag(random, name)}{inside}{random.choice((f'</{name}>', f'</{name} >', f'</{name}', ''))}"


def _script(random: Random) -> str:
    inside = "".join(
        random.choice(
            ("<!--", "-->", "--!>", "<script", "<script>", "</script", "</script ", "-", ">", "a", "<!-->", "<!--->")
        )
        for _ in range(random.randint(0, 8))
    )
    return f"<script>{inside}</script>"


def _comment(random: Random) -> str:
    inside = "".join(
        random.choice(("-", "--", "!", ">", "a", " ", "<", "<!--", "</p>")) for _ in range(random.randint(0, 5))
    )
    return f"<!--{inside}{random.choice(('-->', '-->', '--!>', '>', '->', ''))}"


def _bogus(random: Random) -> str:
    return random.choice(
        ("<!doctype html>", "<!", "<!x>", "<?xml a='>'?>", "<?", "</>", "</ >", "</", "</3>", "<!->", "<![x]>")
    )


def _cdata(random: Random) -> str:
    end = random.choice(("]]>", "]]>", "]>", "]]]>", ""))
    return f"<![{random.choice(('CDATA', 'CDATA', 'cdata'))}[{_text(random)}{end}"


_KINDS: Final = (
    *(_text, _ascii, _reference, _start, _end, _element),
    *(_region, _foreign, _raw, _script, _comment, _bogus, _cdata, _link),
)
_WEIGHTS: Final = (10, 14, 6, 10, 10, 6, 3, 3, 3, 1, 2, 2, 1, 8)
