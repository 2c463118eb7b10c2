"""The tokenizer, which handles all markup, with and without the fast path."""

from __future__ import annotations

import random

import pytest
from page_stats_core.page.parse.source import SLICE

FAR = 2 * SLICE + 17
MARKUP = r"""
< | > | / | ! | - | -- | --> | --!> | = | </ | <!-- | <!--> | <![CDATA[ | ]]> | <?x | </> | <a | </a>
<a href='x>y'> | <a x HREF> | <svg><path d="M0"/></svg> | <svg><title>a</title></svg> | <script>a<b</script>
<div><template shadowrootmode=open>
<a b="c" d> | <a b='c | <A HIDDEN> | <x-y> | </x-y> | <é> | <p> | </p> | </p | <p hidden>
<p/> | <div> | </div> | <div hidden> | <div style='display:none'> | <div/> | <b> | </b> | <i> | </i>
<em hidden> | </em> | <span style='color:red;display:none !important'> | </span> | <ul> | </ul> | <li>
<li hidden> | <dl> | </dl> | <dt hidden> | <dd> | <table> | </table> | <tr hidden> | <tr> | <td>
<td hidden> | </td> | <tbody> | <select> | </select> | <option> | <option hidden> | <br> | <hr> | <script>
</script> | <script | </script | <style> | </style> | <title> | </title> | <title/> | <textarea>
</textarea> | <xmp> | </xmp> | <xmp hidden> | <noscript> | </noscript> | <iframe> | </iframe> | <svg>
</svg> | <svg/> | <g> | </g> | <path/> | <foreignObject> | </foreignObject> | <desc> | </desc> | <math>
</math> | <mi> | </mi> | <mglyph> | <annotation-xml encoding='text/html'> | <font color=red> | <font>
<template> | </template> | <template hidden> | <body> | </body> | <html> | <head> | <h1> | </h1> | <details>
&amp; | &amp | & | &#65; | &#x1F600; | &#0; | &#150 | &notit; | &nbsp; | &copy | &am | p; | &# | 65 | a | B
word | x y | é | 文字 | カナ | ภาษา | 。
"""
SOUP = [
    *MARKUP.strip().replace("\n", " | ").split(" | "),
    *("'", '"', "<p\0>", "</title ", " ", " ", " ", "\n", "\f", "\0", "\x1f", "\x85", "\u3000", "\u200b"),
]
HTML = "text/html"
XHTML = "application/xhtml+xml"


def _soups(seed: int, number: int):
    chance = random.Random(seed)
    for _ in range(number):
        plaintext = ["<plaintext>"] * (chance.random() < 0.02)
        yield chance, "".join(chance.choices([*SOUP, *plaintext], k=chance.randrange(1, 50)))


class TestRead:
    @pytest.mark.parametrize("content_type", [HTML, XHTML])
    def test_fast_path_changes_nothing(self, content_type, read):
        """Random markup gives the same result with and without the fast path."""
        for _, soup in _soups(1, 3000):
            assert read([soup], content_type) == read([soup], content_type, use_bulk=False), soup

    @pytest.mark.parametrize("content_type", [HTML, XHTML])
    def test_pieces_change_nothing(self, content_type, read):
        """The result does not depend on how the text is split into pieces."""
        for chance, soup in _soups(2, 1000):
            length = chance.choice((1, 2, 3, 7, 30))
            pieces = [soup[start : start + length] for start in range(0, len(soup), length)]
            assert read(pieces, content_type) == read([soup], content_type), soup

    @pytest.mark.parametrize("use_bulk", [True, False])
    def test_slices_change_nothing(self, use_bulk, read):
        """The result does not depend on where slices of the text end."""
        for chance, soup in _soups(3, 600):
            filling = SLICE - chance.randrange(len(soup) + 8)
            comment = f"<!--{' ' * (filling - 7)}-->"
            words = "a " * (filling // 2)
            title, count, links = read([soup])
            assert read([comment + soup], use_bulk=use_bulk) == (title, count, links), soup
            if "hidden" not in soup.lower() and "none" not in soup:
                assert read([words + soup], use_bulk=use_bulk) == (title, count + filling // 2, links), soup


class TestLong:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (f"a<!--{'- ' * FAR}-->b", (None, 1)),
            (f"a<!--{'-' * FAR}>b", (None, 1)),
            (f"a<!{'-' * FAR}>b", (None, 1)),
            (f"a<?{'x' * FAR}>b", (None, 1)),
            (f"a</{'3' * FAR}>b", (None, 1)),
            (f"a<p{' ' * FAR}>b", (None, 2)),
            (f"a<p{'/' * FAR}>b", (None, 2)),
            (f"a<br{' x' * FAR}>b", (None, 2)),
            (f"a<br x='{'>' * FAR}'>b", (None, 2)),
            (f"a<br x='{'>' * FAR}>b", (None, 1)),
            (f"a<br {'x' * FAR}", (None, 1)),
            (f"a <div{' x' * FAR} hidden>b</div{' x' * FAR}> c", (None, 2)),
            (f"a <div style='{'x:y;' * FAR}display:none'>b</div> c", (None, 2)),
            (f"<x{'y' * FAR}>a</x{'y' * FAR}>b", (None, 1)),
            (f"<svg><g{'Y' * FAR}><title>a</g{'y' * FAR}>b</svg>", (None, 1)),
            (f"<svg><g{'y' * FAR}><title>a</g{'y' * FAR}y>b</svg>", (None, 0)),
            (f"<svg><font{' x' * FAR} color><title>T", ("T", 0)),
            (f"<svg><![CDATA[{'a ' * FAR}]]>b", (None, FAR + 1)),
            (f"<svg><g x='{'>' * FAR}'/><title>a", (None, 0)),
            (f"<script{' x' * FAR}>a</script{' x' * FAR}>b", (None, 1)),
            (f"<title>{'a ' * 9}</title{' ' * FAR}>b", ("a a a a a a a a a", 1)),
            (f"<plaintext>{'<b> ' * FAR}", (None, FAR)),
            (f"<xmp>{'<b> ' * FAR}</xmp>a", (None, FAR + 1)),
            (f"a&#{'0' * FAR}32;b", (None, 2)),
            (f"a&#x{'0' * FAR}20b", (None, 1)),
            (f"a&#{'9' * FAR};b", (None, 1)),
            (f"a &{'b' * FAR};c", (None, 2)),
            (f"<p hidden>{'a ' * 4 * FAR}</p>{'b ' * FAR}", (None, FAR)),
            (f"<template>{'<p>a' * FAR}</template>b", (None, 1)),
        ],
    )
    def test_any_length(self, text, expected, read):
        """Markup longer than a slice has the same meaning as short markup."""
        pieces = [text[start : start + 10_000] for start in range(0, len(text), 10_000)]
        assert read(pieces)[:2] == expected
        assert read(pieces, use_bulk=False)[:2] == expected

    @pytest.mark.parametrize(
        "unit", ["<", "<a ", "</a ", "<!--", "<!", "<?", "</", "&", "&#", "<a b='", "<a =", "<svg><g ", "<title><"]
    )
    def test_never_ends(self, unit, read):
        """A page whose markup never ends is parsed without an error."""
        title, words, _ = read([unit * FAR])
        assert title is None or unit == "<title><"
        assert words <= FAR
