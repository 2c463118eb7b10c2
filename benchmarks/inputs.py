"""Pages and hostile inputs of any size for the parse benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

UTF8 = "text/html; charset=utf-8"

Make = Callable[[int], bytes]


def dense(size: int) -> bytes:
    """Return dense markup: a tag every 15 characters, and a character reference every 60 characters."""
    paragraph = (
        "<p>The <b>tide</b> tables &amp; other regularities of the <a href='/x?a=1&amp;b=2'>coast</a>, "
        "read by {} sailors.</p>\n"
    )
    return _filled("<!doctype html><title>Tides</title><body>", paragraph.format, size)


def scripts(size: int) -> bytes:
    """Return a page of mostly script, style, data and attributes, as portals serve them."""
    script = (
        "!function(e,t){if(a<b&&c>d){var x='<div class=\"z\">'+t.name+'</div>';for(;i<n;i++)f(i)}}(window,{});\n" * 40
    )
    style = ".a>.b:not(.c){margin:0 auto;background:url(data:image/png;base64,AAAA)}.a{display:none}\n" * 25
    data = '{"id":123456,"name":"Some product","html":"\\u003cp\\u003e","price":{"amount":10.5}},' * 50
    card = (
        '<div class="card card--wide js-track" data-id="{0}" data-payload="{{&quot;a&quot;:1}}" id="c{0}">'
        '<a class="link" href="https://www.example.org/path/{0}?utm_source=x&amp;utm_medium=y" rel="nofollow noopener">'
        '<img src="/i/{0}.webp" srcset="/i/{0}-320.webp 320w, /i/{0}-640.webp 640w" alt="" loading="lazy"></a>'
        '<svg class="icon" viewBox="0 0 24 24"><path d="M12 2L2 7l10 5 10-5-10-5zM2 17l10 5 10-5M2"/></svg>'
        '<h3 style="color:#333">Headline {0} about tides</h3><span style="display:none">hidden {0}</span>'
        '<p class="text">A few words of teaser text, &mdash; no more.</p></div>\n'
    )
    blocks = f'<script>{script}</script><style>{style}</style><script type="application/json">[{data}]</script>'
    return _filled(
        "<!doctype html><title>Portal</title>",
        lambda number: blocks + "".join(card.format(number * 9 + place) for place in range(9)),
        size,
    )


def mixed(size: int) -> bytes:
    """Return a list of teasers with some comments, scripts, drawings and hidden parts."""
    teaser = (
        '<div class="row item-{0} col-md-4" id="item-{0}" data-track="list:{0}:click" onclick="go(\'{0}\')">'
        '<a class="link" href="https://www.example.org/section/{0}/article-about-the-coast.html?utm_source=front">'
        '<img src="/static/{0}/cover-640x480.jpg" alt="A cover" width="640" height="480"></a>'
        "<h3>The tide at harbour {0} is n\u00e4her than it was</h3><p>Fog, mostly \u2014 and a little rain&nbsp;later. "
        "It\u2019s read by {0} sailors every morning before they put out to sea.</p></div>\n"
    )
    extra = (
        "<!-- ad slot {0} --><script>q.push(function(){{if(a<b)display('slot-{0}',{{w:300}})}});</script>"
        '<svg viewBox="0 0 24 24"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10z"/></svg>'
        '<div style="display:none">Not shown {0}</div>'
    )
    return _filled(
        "<!doctype html><html lang=en><title>Mixed</title>",
        lambda number: teaser.format(number) + ("" if number % 6 else extra.format(number)),
        size,
    )


def _filled(start: str, block: Callable[[int], str], size: int) -> bytes:
    parts, length = [start], len(start)
    for number in count():
        parts.append(block(number))
        length += len(parts[-1])
        if length >= size:
            return "".join(parts).encode()[:size]
    raise AssertionError


PAGES: Mapping[str, Make] = {"dense markup": dense, "script-heavy": scripts, "mixed": mixed}

LEGACY: Mapping[str, str] = {
    "windows-1251": "<p>Таблицы <b>приливов</b> и отливов, раз в день.</p>\n",
    "gbk": "<p>潮汐表<b>每天</b>由水手阅读。</p>\n",
    "shift_jis": "<p>潮の表を<b>毎日</b>カタカナで読む。</p>\n",
    "euc-kr": "<p>바다의 <b>조수</b> 표를 매일 읽는다.</p>\n",
    "iso-2022-jp": "<p>潮の表を<b>毎日</b>読む。</p>\n",
    "utf-16le": "<p>The <b>tide</b> tables, 潮の表.</p>\n",
}


def legacy(encoding: str, size: int) -> bytes:
    """Return a page in a legacy encoding."""
    unit = LEGACY[encoding].encode(encoding)
    return unit * (size // len(unit))


def repeated(unit: str, head: str = "") -> Make:
    """Return a function that makes a page of a given size: *head*, then *unit* as often as needed."""
    first, repeated = head.encode(), unit.encode()
    return lambda size: (first + repeated * (size // len(repeated) + 1))[:size]


def _halves(one: str, other: str, head: str = "") -> Make:
    return lambda size: repeated(one, head)(size // 2) + repeated(other)(size // 2)


def _names(head: str = "") -> Make:
    def make(size: int) -> bytes:
        numbers = range(size // len("<a10000>") + 1)
        return (head + "".join(f"<{chr(97 + number % 26)}{number:05x}>" for number in numbers)).encode()[:size]

    return make


REPEATED = (
    *(
        "<",
        "< ",
        "</",
        "<!",
        "<?",
        "<!>",
        "</>",
        "<a ",
        "<a",
        "<b>",
        "</b>",
        "<div>",
        "<!--",
        "<b>x",
        "&",
        "&amp",
        "&#x",
    ),
    *(
        "&aaaaaa ",
        "&#",
        "&notit;",
        "<svg>",
        "<svg><desc>",
        "<svg><p>",
        "<math><mi>",
        "<title>",
        "<script>",
        "<p hidden>",
    ),
    *(
        "<script><!--<script>",
        "<i hidden>a</i>b",
        "<ul><li hidden>",
        "<td hidden>",
        "<template>",
        "<xmp>",
        "\0",
        "a ",
        "a",
    ),
    *("<i style='display:none'>a</i>", ". ", "中", "ก", "က", "カ ", "é ", "\U0001f600"),
)
REPEATED_AFTER = (
    *(("&#", "1"), ("&", "a"), ("<!--", "-"), ("<!--", "--!"), ("<a ", "x "), ("<a ", "="), ("<a ", "b='' ")),
    *(("<a b='", "y"), ("<i style='", ";"), ("<i style='", "display:none;"), ("<i style='display:none", " ")),
    *(("<title>", "</titl"), ("<title>", "&"), ("<title>", "a "), ("<title>", "中"), ("<script>", "</scrip")),
    *(("<script><!--", "<script>"), ("<style>", "</style"), ("<xmp>", "</xm"), ("<svg>", "<g>"), ("<a", "b")),
    *(("<svg><![CDATA[", "]"), ("<plaintext>", "<b>"), ("a<b hidden>c</b>", "a"), ("ก<b hidden>ก</b>", "ก")),
)
HOSTILE: Mapping[str, Make] = {
    **{f"{unit!r} repeated": repeated(unit) for unit in REPEATED},
    **{f"{head!r}, then {unit!r} repeated": repeated(unit, head) for head, unit in REPEATED_AFTER},
    "svg, then unmatched end tags": _halves("<g>", "</z>", "<svg>"),
    "templates, opened and closed": _halves("<template>", "</template>"),
    "tags of different names": _names(),
    "tags of different names in svg": _names("<svg>"),
    "tags of different names in a hidden region": _names("<p hidden>"),
}
