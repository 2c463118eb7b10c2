"""Renders a page: the prose of a comparison, with each line like ``{table arguments}`` replaced by cells."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from comparison.engine.cells import Cells, Name, Observation, host_of
from comparison.engine.comparison import Comparison, Line, Question

GLYPHS: Final = {"enforced": "●", "told": "●", "changed": "◐", "declared": "○", "hidden": "○", "absent": "–"}
ABSENT: Final = ""
# The order in which ``{letters …}`` prints the parts of a cell.
PARTS: Final = ("the run", "the tool gets", "the model gets", "the program gets", "the log gets")
_PLACE: Final = re.compile(r"^\{(\w+) ([^}]+)\}$")


class Page:
    """Renders the placeholders of a page. *used* collects the questions that the placeholders show."""

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
        """Return the lines of the page. Raises ``LookupError`` for an unknown placeholder."""
        lines: list[Line] = []
        for text in prose.splitlines():
            if place := _PLACE.match(text):
                lines += self._places[place[1]](place[2])
            else:
                lines.append(Line(text))
        return lines

    def _table(self, argument: str) -> Iterator[Line]:
        """Show a question as a table. If *argument* is ``NAME: PART``, only that part of each cell is shown."""
        name, _, part = argument.partition(": ")
        question = self._use(name)
        yield Line(row_of("", *(self._ways[column] for column in question.columns)))
        yield Line(row_of(*["---"] * (len(question.columns) + 1)))
        for row, label in question.rows.items():
            shown = [self._shown(Name(name, row, column), part) for column in question.columns]
            if any(shown):
                yield Line(row_of(label, *shown), f"{name} / {row}")
        yield from self._proof(question)

    def _letters(self, name: str) -> Iterator[Line]:
        """Show every part of a question's cells, in a folded table for each row."""
        shown_before = name in self.used
        question = self._use(name)
        for row, label in question.rows.items():
            cells = {way: self._cells[key] for way in question.columns if (key := Name(name, row, way)) in self._cells}
            if not cells:
                continue
            found = dict.fromkeys(part for cell in cells.values() for part in cell.observation.parts)
            parts = [*(part for part in PARTS if part in found), *(part for part in found if part not in PARTS)]
            yield from (Line("<details>"), Line(f"<summary>{in_html(label)}</summary>"), Line(""))
            yield Line(row_of("", *parts))
            yield Line(row_of(*["---"] * (len(parts) + 1)))
            for way, cell in cells.items():
                shown = [cell.observation.parts.get(part, ABSENT) for part in parts]
                if any(shown):
                    yield Line(row_of(self._ways[way], *shown), f"{name} / {row} / {way}")
            yield from (Line(""), Line("</details>"), Line(""))
        if not shown_before:
            yield from self._proof(question)

    def _use(self, name: str) -> Question:
        self.used.add(name)
        return self._questions[name]

    def _shown(self, name: Name, part: str) -> str:
        if name not in self._cells:
            return ABSENT
        observation = self._cells[name].observation
        texts = {each: text for each, text in observation.parts.items() if not part or each in {"", part}}
        shown = "; ".join(f"{each}: {text}" if each and not part else text for each, text in texts.items())
        return f"{_glyph(observation)}{shown}"

    def _proof(self, question: Question) -> Iterator[Line]:
        runs = {
            (host_of(name.column), cell.version, cell.date): None
            for name, cell in self._cells.items()
            if name.question == question.name
        }
        versions = "; ".join(f"{version} on {date}" for _, version, date in runs)
        probe = f"{self._comparison.probes}/{question.name}.py"
        yield from (Line(""), Line(f"<sub>Proved by [`{question.name}`](../{probe}) with {versions}.</sub>"))


def _glyph(observation: Observation) -> str:
    return f"{GLYPHS[observation.verdict]} " if observation.verdict else ""


def row_of(*texts: str) -> str:
    """Return a row of a Markdown table, with ``|`` escaped."""
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in texts)} |"


def in_html(text: str) -> str:
    """Escape Markdown for use in HTML, with code spans as ``<code>``."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))


def rendered(comparison: Comparison, cells: Cells, prose: str | None = None) -> list[Line]:
    """Return the lines of the page. Raises ``LookupError`` if the page omits a question."""
    page = Page(comparison, cells)
    lines = page.lines(comparison.prose.read_text("utf-8") if prose is None else prose)
    if omitted := set(comparison.names) - page.used:
        raise LookupError(f"the page shows nothing of {', '.join(sorted(omitted))}")
    return lines


def differing(lines: list[Line], text: str) -> list[str]:
    """Return a message for each of *lines* that *text* lacks. The message names the row whose cells the line shows."""
    there = set(text.splitlines())
    return [f"{line.row or 'prose'}: the page should say {line.text}" for line in lines if line.text not in there]
