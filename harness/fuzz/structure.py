"""Generate complete tags of a few elements that share a rule, with a short text or markup between any two tags.

In random markup, elements that share a rule rarely occur together.
"""

from __future__ import annotations

from random import Random
from typing import Final

THEMES: Final = tuple(
    theme.split()
    for theme in (
        "p div section h1 hr xmp plaintext pre li table center span",
        "li ul ol menu p div",
        "dl dt dd p div li",
        "select option optgroup p div",
        "table tbody thead tfoot tr td th caption div",
        "a b big code em font i nobr s small strike strong tt u div span",
        "svg math title desc foreignObject p b font g metadata style script",
        "math mi mtext mglyph malignmark annotation annotation-xml svg p b br mrow",
        "template p div svg title b",
        "svg template p title desc br div",
        "html body head svg math p div br input area wbr base frame keygen",
        "svg b p font",
        "svg desc b g",
        "svg title p",
        "math mi mglyph malignmark b",
        "math annotation-xml svg desc b",
        "li menu ul",
        "x\0 x\ufffd X\0 x x-y \u212ax kx div",
        "p br hr title textarea svg xmp style",
        "dialog div p canvas video audio span",
        "ruby rb rp rt rtc span div",
        "datalist option input select p button img iframe",
        "meter progress canvas video audio embed textarea svg foreignObject",
        "div span p li ul table tr td b",
        "template x-y div span p ul title br slot",
        "template font-face p svg foreignObject body html head b",
        "wbr wbr p b svg template a",
        "a a a p b svg g math template div",
        "sub sup span code button label cite abbr svg g p embed img var ruby meta listing nobr",
    )
)
PLAIN: Final = (*[""] * 12, *[" href=a"] * 5, " href", " xlink:href=a", " href /", " class=a", " a='>'", " /", "/")
HIDING: Final = (
    " hidden",
    " style=display:none",
    " style='a:b;display:none ! important'",
    " style='display:none;display:block'",
    " style=visibility:hidden",
    " style=visibility:hidden",
    " style=visibility:visible",
    " style=visibility:visible",
    " popover",
    " open",
    " open popover",
    " controls",
    " type=hidden",
    " hidden style=display:block",
    " hidden=until-found style=display:block",
    " shadowrootmode=open",
    " shadowrootmode=open",
    " shadowrootmode='Closed'",
)
SAYING: Final = (
    *(
        " color=a",
        " face",
        " SIZE=1",
        " encoding=text/html",
        " encoding='Application/XHTML+XML'",
        " encoding=text/plain",
    ),
    *(" encoding=x encoding=text/html", " xcolor=a", " style=display:none style=a"),
)
BETWEEN: Final = (
    *(
        "a",
        "b",
        "a",
        "b",
        "a",
        "b",
        "a",
        "b",
        "a",
        "b",
        "a ",
        " b",
        " ",
        "",
        "",
        "",
        "é",
        "海",
        "ア",
        "ก",
        "က",
        "ก",
        "\u200b",
        "\u2060",
        "\u3099",
        "\u1025",
        "\u102e",
        "\x01",
        ".",
        "\0",
    ),
    *("&amp;", "&#0;", "<![CDATA[c]]>", "<!-- -->"),
)


def structure(random: Random) -> str:
    """Return start and end tags from one or two groups of related elements."""
    names = random.choice(THEMES) + (random.choice(THEMES) if random.random() < 0.3 else [])
    used = random.sample(names, min(len(names), random.randint(1, 5)))
    return "a" + "".join(
        _tag(random, random.choice(used)) + random.choice(BETWEEN) for _ in range(random.randint(2, 20))
    )


def _tag(random: Random, name: str) -> str:
    if random.random() < 0.4:
        return f"</{name}>"
    return f"<{name}{random.choice(random.choices((PLAIN, HIDING, SAYING), (6, 3, 2))[0])}>"


def script(random: Random) -> str:
    """Return a script element whose content switches between the tokenizer's script states."""
    parts = (
        "<!--",
        "-->",
        "--!>",
        "<script>",
        "<script ",
        "</script",
        "</script>",
        "</script ",
        "</SCRIPT/",
        "-",
        "--",
        ">",
        "a",
        "<!-->",
        "<!--->",
    )
    return f"a<script>{''.join(random.choice(parts) for _ in range(random.randint(1, 10)))}b</script>c <p>d<!-- e -->"
