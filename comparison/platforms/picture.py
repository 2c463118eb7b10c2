"""Draws the matrix of verdicts, a row for each rule, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from comparison.engine.cells import Cell, Name, Verdict
from lib.repository import ROOT

LIGHT: Final = ROOT / "docs" / "contracts-light.svg"
DARK: Final = ROOT / "docs" / "contracts-dark.svg"

# Rows of the picture: a label, and the question and row whose verdicts it shows.
ROWS: Final[Sequence[tuple[str, str, str]]] = (
    ('"30" for a number', "arguments", '"30"'),
    ("true for a number", "arguments", "true"),
    ("null for an optional one", "arguments", "null"),
    ("2.5 for a whole number", "arguments", "2.5"),
    ("999, of 1 to 60", "arguments", "999"),
    ("a default, left out", "arguments", "left out"),
    ("an unknown name", "arguments", "an unknown name"),
    ("a required one missing", "arguments", "none at all"),
    ("the model is told of bounds", "schema", "bounds"),
    ("… and of the default", "schema", "default"),
    ("… and that there is no more", "schema", "closed"),
    ("a result not as declared", "outputs", "other"),
    ("an error's words, if raised", "failures", "any error"),
    ("… if returned as data", "failures", "data"),
    ("a caller that hangs up", "execution", "cancelled"),
    ("an unknown setting", "configuration", "unknown"),
    ("a setting of a wrong type", "configuration", "wrong"),
    ("a package nobody signed", "distribution", "nobody's"),
)
GROUPS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "langchain": ("LangChain", {"langchain-invoke": "invoke", "langchain-agent": "agent"}),
    "dify": ("Dify", {"dify-sdk": "plugin", "daemon": "daemon"}),
    "openclaw": ("OpenClaw", {"openclaw-agent": "agent", "openclaw-search": "Tool Search", "openclaw-http": "HTTP"}),
}
MEANINGS: Final[Mapping[Verdict, str]] = {
    "enforced": "the host sees to it",
    "told": "said to the model, or the caller",
    "changed": "altered without a word",
    "declared": "only declared: passed on as it is",
    "hidden": "left out",
    "absent": "not there, not checked, or it ends",
}


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one picture; each verdict has a background and a text colour."""

    ground: str
    text: str
    verdicts: Mapping[Verdict, tuple[str, str]]


SCHEMES: Final[Mapping[Path, Colours]] = {
    LIGHT: Colours(
        "#ffffff",
        "#1f2328",
        {
            "enforced": ("#c8f0d4", "#0b4a22"),
            "told": ("#c8f0d4", "#0b4a22"),
            "changed": ("#ffe8a3", "#5c3d00"),
            "declared": ("#ffd3cc", "#7a1408"),
            "hidden": ("#ffd3cc", "#7a1408"),
            "absent": ("#e4e7eb", "#3f4752"),
        },
    ),
    DARK: Colours(
        "#0d1117",
        "#e6edf3",
        {
            "enforced": ("#0f4d26", "#c9f7d8"),
            "told": ("#0f4d26", "#c9f7d8"),
            "changed": ("#5a4200", "#ffe9b0"),
            "declared": ("#7a1d12", "#ffdcd6"),
            "hidden": ("#7a1d12", "#ffdcd6"),
            "absent": ("#30363d", "#c9d1d9"),
        },
    ),
}
LABELS, WIDTH, HEIGHT, GAP, TOP = 216, 96, 26, 4, 52
TITLE: Final = "What each agent host does about what a tool declares"


def pictures(cells: Mapping[Name, Cell]) -> dict[Path, str]:
    """Return the SVG text of each picture, by path."""
    return {path: picture(cells, colours) for path, colours in SCHEMES.items()}


def picture(cells: Mapping[Name, Cell], colours: Colours) -> str:
    """Return the matrix as SVG, with a text version for screen readers."""
    ways = sum(len(names) for _, names in GROUPS.values())
    width = LABELS + ways * (WIDTH + GAP) + GAP
    bottom = TOP + len(ROWS) * (HEIGHT + GAP)
    about = 'role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 60}" {about}>',
        f'<title id="title">{TITLE}</title>',
        f'<desc id="desc">{escape(" ".join(_words(cells)))}</desc>',
        f'<rect width="{width}" height="{bottom + 60}" rx="6" fill="{colours.ground}"/>',
        *_heads(colours),
    ]
    for at, row in enumerate(ROWS):
        lines += _row(cells, row, TOP + at * (HEIGHT + GAP), colours)
    return "\n".join([*lines, *_legend(bottom + 8, colours), "</svg>", ""])


def _verdicts(cells: Mapping[Name, Cell], question: str, row: str) -> Iterator[tuple[str, int, int, Verdict]]:
    """Yield each box in a row of the picture: its title, first column, number of columns and verdict."""
    first = 0
    for host, (title, ways) in GROUPS.items():
        whole = cells.get(Name(question, row, host))
        if whole and whole.observation.verdict:
            yield title, first, len(ways), whole.observation.verdict
        for at, (way, label) in enumerate(ways.items()):
            cell = cells.get(Name(question, row, way))
            if cell and cell.observation.verdict:
                yield f"{title} {label}", first + at, 1, cell.observation.verdict
        first += len(ways)


def _words(cells: Mapping[Name, Cell]) -> Iterator[str]:
    for label, question, row in ROWS:
        verdicts = ", ".join(f"{title} {verdict}" for title, _, _, verdict in _verdicts(cells, question, row))
        yield f"{label}: {verdicts or 'not proved'}."


def _heads(colours: Colours) -> Iterator[str]:
    first = 0
    for title, ways in GROUPS.values():
        yield _text(_middle(first, len(ways)), 20, title, colours.text, ' font-weight="600"')
        for at, label in enumerate(ways.values()):
            yield _text(_middle(first + at, 1), 40, label, colours.text)
        first += len(ways)


def _row(cells: Mapping[Name, Cell], row: tuple[str, str, str], top: int, colours: Colours) -> Iterator[str]:
    label, *place = row
    yield (f'<text x="10" y="{top + 18}" fill="{colours.text}">{escape(label)}</text>')
    for _, first, ways, verdict in _verdicts(cells, *place):
        ground, text = colours.verdicts[verdict]
        yield _box(LABELS + first * (WIDTH + GAP), top, ways * (WIDTH + GAP) - GAP, ground)
        yield _text(_middle(first, ways), top + 18, verdict, text)


def _legend(top: int, colours: Colours) -> Iterator[str]:
    for at, (verdict, meaning) in enumerate(MEANINGS.items()):
        ground, _ = colours.verdicts[verdict]
        left, line = 10 + at % 3 * 300, top + at // 3 * 22
        yield _box(left, line + 5, 14, ground, 14)
        words = f"{verdict}: {meaning}"
        yield f'<text x="{left + 20}" y="{line + 17}" fill="{colours.text}" font-size="12">{words}</text>'


def _middle(first: int, ways: int) -> int:
    return LABELS + first * (WIDTH + GAP) + (ways * (WIDTH + GAP) - GAP) // 2


def _text(x: int, y: int, words: str, colour: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="middle"{more}>{escape(words)}</text>'


def _box(x: int, y: int, width: int, colour: str, height: int = HEIGHT) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{colour}"/>'
