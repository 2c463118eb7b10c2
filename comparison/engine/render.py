"""The page: a comparison's prose, with tables of its cells where it has a line like ``{table arguments}``."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from comparison.engine.cells import Cells, Name, Seen, host_of
from comparison.engine.comparison import Comparison, Line, Question

GLYPHS: Final = {"enforced": "●", "told": "●", "changed": "◐", "declared": "○", "hidden": "○", "absent": "–"}
ABSENT: Final = ""
# What is shown of a cell to the letter, in this order.
SHORT: Final = "in short"  # shown in tables alone
PARTS: Final = ("how", "the run", "the tool gets", "the model gets", "the program gets", "the log gets")
_PLACE: Final = re.compile(r"^\{(\w+) ([^}]+)\}$")


class Page:
    """The page that *cells* make."""

    def __init__(self, comparison: Comparison, cells: Cells) -> None:
        self._cells = cells
        self._comparison = comparison
        self._ways = comparison.ways
        self._questions = {each.name: each for each in comparison.questions}
        self.used: set[str] = set()
        self._places: Mapping[str, Callable[[str], Iterator[Line]]] = {
            "table": self._table,
            "letters": self._letters,
            **comparison.places,
        }

    def lines(self, prose: str) -> list[Line]:
        """Return the lines that *prose* becomes; raises ``LookupError`` for a place that means nothing."""
        lines: list[Line] = []
        for text in prose.splitlines():
            if place := _PLACE.match(text):
                lines += self._places[place[1]](place[2])
            else:
                lines.append(Line(text))
        return lines

    def _table(self, asked: str) -> Iterator[Line]:
        """Show a question as a table, of one part of its cells if that is named after a colon."""
        name, _, part = asked.partition(": ")
        question = self._asked(name)
        yield Line(row_of("", *(self._ways[column] for column in question.columns)))
        yield Line(row_of(*["---"] * (len(question.columns) + 1)))
        for row, label in question.rows.items():
            shown = [self._shown(Name(name, row, column), part) for column in question.columns]
            if any(shown):
                yield Line(row_of(label, *shown), f"{name} / {row}")
        yield from self._proof(question)

    def _letters(self, name: str) -> Iterator[Line]:
        """Show a question row by row, to the letter, folded."""
        shown_before = name in self.used
        question = self._asked(name)
        for row, label in question.rows.items():
            cells = {way: self._cells[key] for way in question.columns if (key := Name(name, row, way)) in self._cells}
            if not cells:
                continue
            seen = dict.fromkeys(part for cell in cells.values() for part in cell.seen.parts)
            parts = [*(part for part in PARTS if part in seen), *(part for part in seen if part not in {*PARTS, SHORT})]
            yield from (Line("<details>"), Line(f"<summary>{in_html(label)}</summary>"), Line(""))
            yield Line(row_of("", *parts))
            yield Line(row_of(*["---"] * (len(parts) + 1)))
            for way, cell in cells.items():
                shown = [cell.seen.parts.get(part, ABSENT) for part in parts]
                if any(shown):
                    yield Line(row_of(self._ways[way], *shown), f"{name} / {row} / {way}")
            yield from (Line(""), Line("</details>"), Line(""))
        if not shown_before:
            yield from self._proof(question)

    def _asked(self, name: str) -> Question:
        self.used.add(name)
        return self._questions[name]

    def _shown(self, name: Name, part: str) -> str:
        if name not in self._cells:
            return ABSENT
        seen = self._cells[name].seen
        texts = {what: text for what, text in seen.parts.items() if not part or what in {"", part}}
        told = "; ".join(f"{what}: {text}" if what and not part else text for what, text in texts.items())
        return f"{_glyph(seen)}{told}"

    def _proof(self, question: Question) -> Iterator[Line]:
        proved = {
            (host_of(name.column), cell.version, cell.date): None
            for name, cell in self._cells.items()
            if name.question == question.name
        }
        told = "; ".join(f"{version} on {date}" for _, version, date in proved)
        probe = f"{self._comparison.probes}/{question.name}.py"
        yield from (Line(""), Line(f"<sub>Proved by [`{question.name}`](../{probe}) with {told}.</sub>"))


def _glyph(seen: Seen) -> str:
    return f"{GLYPHS[seen.verdict]} " if seen.verdict else ""


def row_of(*texts: str) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in texts)} |"


def in_html(text: str) -> str:
    """Return *text* with its code spans, where it stands in HTML, in which nothing is Markdown."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))


def rendered(comparison: Comparison, cells: Cells, prose: str | None = None) -> list[Line]:
    """Return the page's lines; raises ``LookupError`` if it leaves out a question."""
    page = Page(comparison, cells)
    lines = page.lines(comparison.prose.read_text("utf-8") if prose is None else prose)
    if left_out := set(comparison.names) - page.used:
        raise LookupError(f"the page shows nothing of {', '.join(sorted(left_out))}")
    return lines


def differing(lines: list[Line], text: str) -> list[str]:
    """Return a line for each that *text* should have and has not, with the row of cells that it shows."""
    there = set(text.splitlines())
    return [f"{line.row or 'prose'}: the page should say {line.text}" for line in lines if line.text not in there]
