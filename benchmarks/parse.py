"""Parse time of ordinary and hostile pages of 2 MB, and whether parsing takes linear time.

A hostile page is compared with the same page at half the size. The time per byte of the whole page may be at most 1.8
times the time per byte of the half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from page_stats_core.page.parse import parse_page

from benchmarks.measuring import Row, best_of

MEGABYTE = 1_000_000
DENSE_TARGET = 1000 / 35  # ms/MB, that is 35 MB/s
LINEAR = 1.8  # limit for the growth of the time per byte when the size doubles; it would be 2 for a quadratic parse

PARAGRAPH = (
    "<p>The <b>tide</b> tables &amp; other regularities of the <a href='/x?a=1&amp;b=2'>coast</a>, read by {} sailors."
    "</p>\n"
)
SCRIPT = "!function(e,t){if(a<b&&c>d){var x='<div class=\"z\">'+t.name+'</div>';e.push({k:1})}}(window,{});\n" * 50
STYLE = ".a>.b:not(.c){margin:0 auto}@media (min-width:640px){.a{display:none}}\n" * 30
CARD = (
    '<div class="card js-track" data-id="{0}" data-payload="{{&quot;a&quot;:1,&quot;b&quot;:[1,2]}}"><a class="link" '
    'href="https://example.org/{0}?utm_source=x&amp;utm_medium=y" aria-hidden="true" rel="nofollow noopener">'
    '<img src="/i/{0}.webp" srcset="/i/{0}-320.webp 320w, /i/{0}-640.webp 640w" sizes="640px" alt=""></a>'
    '<svg viewBox="0 0 24 24"><path d="M12 2L2 7l10 5 10-5-10-5zM2 17l10 5 10-5"/></svg>'
    '<span style="display:none">{0}</span><p style="color:#333">A few words of teaser, &mdash; no more.</p></div>\n'
)

# The start of a page, and the unit that is repeated after it.
HOSTILE: Mapping[str, tuple[str, str]] = {
    'runs of "<"': ("", "<"),
    "unclosed start tags": ("", "<a "),
    "unclosed comments": ("", "<!--x "),
    "a comment of dashes": ("<!--", "-"),
    "an unclosed value": ("<a b='", "x>"),
    "attributes": ("<a ", "x=y "),
    "styles": ("<a ", "style=x "),
    "declarations": ("<a style='", "display:x;"),
    "references": ("", "&#1"),
    "an endless number": ("&#", "1"),
    "nested svg": ("", "<svg>"),
    "nested g": ("<svg>", "<g>"),
    "unmatched end tags in svg": ("<svg>" + "<g>" * 50_000, "</z>"),
    "svg left at once": ("", "<svg><p>"),
    "CDATA sections": ("<svg>", "<![CDATA[]]>"),
    "hidden regions": ("", "<p hidden>x"),
    "unmatched end tags in a hidden region": ("<div hidden>", "</z>"),
    "templates": ("", "<template>"),
    "unclosed titles": ("", "<title"),
    "scripts": ("", "<script></script>"),
    "nested scripts": ("<script>", "<!--<script>"),
    "xmp": ("", "<xmp></xmp>"),
    "one word": ("", "a"),
    "ideographs": ("", "\u4e2d"),
}


def dense(size: int) -> bytes:
    """Return short paragraphs with a tag every 15 bytes."""
    return "".join(PARAGRAPH.format(number) for number in range(size // len(PARAGRAPH) + 1)).encode()[:size]


def script_heavy(size: int) -> bytes:
    """Return a page of mostly script, style and attributes."""
    blocks = (
        f"<script>{SCRIPT}</script><style>{STYLE}</style>" + "".join(CARD.format(block * 9 + k) for k in range(9))
        for block in range(size // 10_000 + 1)
    )
    return "".join(blocks).encode()[:size]


def many_names(size: int) -> bytes:
    """Return hundreds of thousands of different elements, all open in svg."""
    return ("<svg>" + "".join(f"<z{number:x}>" for number in range(size // 5))).encode()[:size]


def repeated(start: str, unit: str) -> Callable[[int], bytes]:
    """Return a function that makes a page of a given size: *start*, then *unit* as often as needed."""
    return lambda size: (start.encode() + unit.encode() * (size // len(unit.encode()) + 1))[:size]


def measure() -> Iterator[Row]:
    """Yield a row for each kind of page, in milliseconds per megabyte."""
    yield Row("dense markup", _milliseconds(dense, 2), "ms/MB", target=DENSE_TARGET)
    yield Row("scripts, styles and attributes", _milliseconds(script_heavy, 2), "ms/MB", target=DENSE_TARGET)
    hostile = {what: repeated(start, unit) for what, (start, unit) in HOSTILE.items()} | {"many names": many_names}
    for what, make in hostile.items():
        twice, once = _milliseconds(make, 2), _milliseconds(make, 1)
        yield Row(what, twice, "ms/MB", peer=once, target=LINEAR, of_ratio=True)


def _milliseconds(make: Callable[[int], bytes], megabytes: int) -> float:
    page = make(megabytes * MEGABYTE)
    return best_of(3, lambda: parse_page(page)) * 1000 / megabytes
