"""Generate well-formed pages, for which another parser's tree gives the same result as the specification."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

WORDS = ("tide ", "a", "b ", " &amp; ", "&mdash;", "&#8212; ", "\u00a0", "é", "3 < 5", "&copy ", "\n", "\u001c")
SHOWING = (" popover", " style=visibility:hidden", " style='visibility:visible'", " hidden style=display:block")
HIDING = (" hidden", ' style="color:red; display : none"')
ATTRIBUTES = (*[""] * 5, ' class="a > b"', " title='<p>'", " data-x=y", *HIDING, *SHOWING)
INLINE = ("b", "i", "em", "span", "sub", "u", "x-y")
UNSEEN = ("<input type=hidden>", "<img hidden>")
ATOMS = ("<br>", '<img alt="a b">', "<wbr>", '<input value="a b">', *UNSEEN, "<!-- a > b -->", "<script>a < b</script>")
CONTENTS = ("audio", "audio controls", "canvas", "meter", "progress", "video", "datalist")
BLOCKS = ("dialog", "dialog open", "div", "section", "article", "blockquote", "header")


def page(random: Random) -> str:
    maker = _Maker(random)
    title = random.choice((f"<title>{maker.words()}</title>", ""))
    style = random.choice(("", "<style>a b</style>"))
    return f"<!doctype html><html><head>{style}{title}</head><body>{maker.flow(4)}</body></html>"


class _Maker:
    def __init__(self, random: Random) -> None:
        self._random = random

    def words(self) -> str:
        return self._many(3, lambda: self._random.choice(WORDS))

    def flow(self, depth: int) -> str:
        if depth == 0:
            return self._many(2, lambda: self._element("p", self.phrase(1)))
        kinds: tuple[Callable[[], str], ...] = (
            lambda: self._element(self._random.choice(BLOCKS), self.flow(depth - 1)),
            lambda: self._element(self._random.choice(("p", "h1", "h2", "pre")), self.phrase(2)),
            lambda: self._element(
                self._random.choice(("ul", "ol")), self._many(3, lambda: self._element("li", self.flow(depth - 1)))
            ),
            lambda: self._element("dl", f"<dt>{self.phrase(1)}</dt>{self._element('dd', self.flow(depth - 1))}"),
            lambda: self._element("table", f"<tbody>{self._many(2, lambda: self._row(depth))}</tbody>"),
            lambda: self._element("template", self.flow(depth - 1)),
            lambda: self._element("div", self._element("template shadowrootmode=open", self.flow(depth - 1))),
            lambda: self.phrase(2),
        )
        return self._many(4, lambda: self._random.choice(kinds)())  # noqa: PLW0108  # chooses a kind for each call

    def phrase(self, depth: int) -> str:
        if depth == 0:
            return self.words()
        kinds: tuple[Callable[[], str], ...] = (
            self.words,
            self.words,
            lambda: self._element(self._random.choice(INLINE), self.phrase(depth - 1)),
            lambda: self._random.choice(ATOMS),
            lambda: self._element("select", self._many(2, lambda: self._element("option", self.words()))),
            lambda: self._element("textarea", self.words()),
            lambda: self._element(self._random.choice(CONTENTS), self.phrase(depth - 1)),
            lambda: self._element("button", self.words()),
            lambda: self._element("a href", self.words() + self._random.choice(ATOMS)),
            lambda: f"<ruby>{self.words()}<rp>(</rp><rt>{self.words()}</rt><rp>)</rp></ruby>",
            lambda: (
                f"<svg><title>{self.words()}</title><g>{self.words()}<text>{self.words()}</text></g><path d='a'/></svg>"
            ),
            lambda: f"<math><mi>{self.words()}</mi><mo>+</mo><annotation>{self.words()}</annotation></math>",
            lambda: (
                f"<svg><foreignObject><b>{self.words()}</b></foreignObject><desc><i>{self.words()}</i></desc></svg>"
            ),
        )
        return self._many(4, lambda: self._random.choice(kinds)())  # noqa: PLW0108  # chooses a kind for each call

    def _row(self, depth: int) -> str:
        return f"<tr>{self._many(2, lambda: self._element('td', self.flow(depth - 1)))}</tr>"

    def _element(self, name: str, content: str) -> str:
        return f"<{name}{self._random.choice(ATTRIBUTES)}>{content}</{name.split(maxsplit=1)[0]}>"

    def _many(self, most: int, make: Callable[[], str]) -> str:
        return "".join(make() for _ in range(self._random.randint(0, most)))
