"""Parsing in Python and TypeScript: three pages of 2 MB, compared with the usual parsers, and legacy encodings.

The Python peers are selectolax (lexbor) with the fastest tree walk that gives the same result, and BeautifulSoup, which
only counts words. The TypeScript peers are htmlparser2, which counts words in callbacks, and parse5, which only builds
its tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from page_stats_core import parse_page

from benchmarks.inputs import LEGACY, PAGES, UTF8, legacy
from benchmarks.measuring import Row, best_of
from benchmarks.parsing import in_python, in_typescript
from benchmarks.peers import with_lexbor, with_soup

SIZE = 2_000_000
# The limits of our time as a multiple of the peer's time.
BESIDE_LEXBOR = {"dense markup": 1.3, "script-heavy": 4.0}
BESIDE_SOUP = {"dense markup": 1 / 20}
BESIDE_HTMLPARSER2, BESIDE_PARSE5 = 1 / 2.5, 1 / 10


def measure() -> Iterator[Row]:
    """Yield a row for each page, language and peer."""
    with in_typescript() as typescript:
        for name, make in PAGES.items():
            page = make(SIZE)
            yield from _python(name, page)
            there = typescript(page, runs=25, peers=True)
            what = f"{name}, TypeScript vs"
            ours = min(there["ours"])
            yield Row(f"{what} htmlparser2", ours, "ms", min(there["htmlparser2"]), BESIDE_HTMLPARSER2, of_ratio=True)
            yield Row(f"{what} parse5", ours, "ms", min(there["parse5"]), BESIDE_PARSE5, of_ratio=True)
        for encoding in LEGACY:
            body, kind = legacy(encoding, SIZE), f"text/html; charset={encoding}"
            yield Row(f"{encoding}, Python", min(in_python(body, kind, runs=3)["ours"]), "ms")
            yield Row(f"{encoding}, TypeScript", min(typescript(body, kind)["ours"]), "ms")


def _python(name: str, page: bytes) -> Iterator[Row]:
    assert with_lexbor(page)[:2] == parse_page(page, UTF8)[:2], "the peer gives another result"
    ours = min(in_python(page, runs=9)["ours"])
    lexbor = best_of(5, lambda: with_lexbor(page)) * 1000
    yield Row(f"{name}, Python vs lexbor and a walk", ours, "ms", lexbor, BESIDE_LEXBOR.get(name), of_ratio=True)
    soup = best_of(1, lambda: with_soup(page)) * 1000
    yield Row(f"{name}, Python vs BeautifulSoup", ours, "ms", soup, BESIDE_SOUP.get(name), of_ratio=True)
