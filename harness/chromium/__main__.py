"""Compare the parse with Chromium on a folder of saved pages: ``hatch run parity:chromium DIR``.

Chromium has scripting on but runs no script, applies style attributes but no style sheets, and shows closed
``details``. Pages whose hidden text is counted (§10.7) are left out. The Content-Type of a page is read from
``NAME.content-type``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from page_stats_core.page.parse import parse_page
from page_stats_core.page.parse.charset import declared, is_xhtml
from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.counts import Counts
from page_stats_core.page.parse.decode import FALLBACK, decode, is_utf8
from page_stats_core.page.parse.source import Source
from page_stats_core.page.parse.tokenizer import Tokenizer
from page_stats_core.page.parse.words import tokens

from harness.chromium.browser import Browser, NoChromiumError
from harness.chromium.layout import shown_text
from harness.parity.pages import pages

TOLERANCE: Final = 0.02
WORST: Final = 20


class Comparison(NamedTuple):
    """A page's title and word count, ours and Chromium's."""

    name: str
    title: str
    words: int
    chromium_title: str
    chromium_words: int

    @property
    def error(self) -> float:
        """The difference between our count and Chromium's, relative to Chromium's."""
        return abs(self.words - self.chromium_words) / max(self.chromium_words, 1)


def count(text: str) -> int:
    """Return the number of words in *text*."""
    counts = Counts()
    counts.read(text, hidden=False)
    return counts.total()


def counts_hidden(body: bytes, content_type: str) -> bool:
    """Return whether the word count includes hidden text (§10.7)."""
    content = Content(xhtml=is_xhtml(content_type), shadow_roots=True)
    Tokenizer(Source(decode(body, content_type, lambda: None)), content).read()
    return content.text.counts.includes_hidden


def encoded_type(body: bytes, content_type: str) -> str:
    """Return the Content-Type with the encoding that we find; Chromium reads fewer bytes to find it (§6.3, §6.5)."""
    encoding = declared(body, content_type).encoding
    if not encoding:
        encoding = "utf-8" if is_utf8(memoryview(body), lambda: None) else FALLBACK
    return f"{content_type.partition(';')[0]};charset={encoding}"


def compare(browser: Browser, name: str, body: bytes, content_type: str) -> Comparison | None:
    """Load one page in Chromium and compare. Return None if its hidden text is counted."""
    ours = parse_page(body, content_type)
    if counts_hidden(body, content_type):
        return None
    title, snapshot = browser.load(body, encoded_type(body, content_type))
    words = count(shown_text(snapshot))
    return Comparison(name, " ".join(tokens(ours.title or "")), ours.word_count, " ".join(tokens(title)), words)


def comparisons(folder: Path) -> Iterator[Comparison | None]:
    """Compare every page in *folder*; print progress on standard error."""
    every = list(pages(folder))
    with Browser() as browser:
        for number, (name, page) in enumerate(every, 1):
            print(f"\r{number} of {len(every)} pages", end="", file=sys.stderr, flush=True)
            yield compare(browser, name, page.given["body"], page.given["content_type"])
    print(file=sys.stderr)


def report(found: list[Comparison], left_out: int) -> None:
    """Print the shares of equal titles and of close counts, every different title and the worst counts."""
    equal = sum(each.title == each.chromium_title for each in found)
    close = sum(each.error <= TOLERANCE for each in found)
    print(f"{len(found)} pages; {left_out} left out, because their hidden text is counted")
    print(f"titles equal: {equal} ({equal / len(found):.2%})")
    print(f"counts within {TOLERANCE:.0%}: {close} ({close / len(found):.2%})")
    for each in found:
        if each.title != each.chromium_title:
            print(f"title {each.name}: {each.title!r}, Chromium {each.chromium_title!r}")
    for each in sorted(found, key=lambda each: -each.error)[:WORST]:
        print(f"{each.error:8.1%} {each.words:7} words, Chromium {each.chromium_words:7}: {each.name}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="hatch run parity:chromium", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder with the pages; its subfolders are read, too")
    folder = parser.parse_args().folder
    if not folder.is_dir():
        parser.error(f"not a folder: {folder}")
    try:
        every = list(comparisons(folder))
    except NoChromiumError as missing:
        print(f"Chromium is missing: {missing}", file=sys.stderr)
        return 2
    found = [each for each in every if each]
    report(found, len(every) - len(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
