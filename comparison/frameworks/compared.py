"""Defines the comparison of the other frameworks, which ``hatch run compare:others`` runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from comparison.engine.comparison import Comparison, Line, Question
from comparison.frameworks.snippets import SNIPPETS
from lib.repository import ROOT

SECTIONS: Final = Path(__file__).with_name("sections")
_SNIPPET: Final = re.compile(r"\{snippet (\w+/\w+)\}")

FRAMEWORKS: Final = {
    "mcp": "MCP",
    "pydantic_ai": "Pydantic AI",
    "openai_agents": "OpenAI Agents",
    "google_adk": "Google ADK",
    "crewai": "CrewAI",
    "autogen": "AutoGen",
    "swarm": "Swarm",
}
# Frameworks that are not run. Their cells come from reading the source, so they do not need an environment.
READ: Final = frozenset({"swarm"})
NAMES: Final = (
    "modelling",
    "schema",
    "inventory",
    "registration",
    "arguments",
    "execution",
    "failures",
    "retries",
    "packages",
)


def _sections(_: str) -> Iterator[Line]:
    """Yield the section of each framework. Raises ``LookupError`` if a section omits a program of its framework."""
    for name, title in FRAMEWORKS.items():
        yield from (Line(f"### {title}"), Line(""))
        shown: set[Path] = set()
        for text in (SECTIONS / f"{name}.md").read_text("utf-8").splitlines():
            if snippet := _SNIPPET.match(text):
                shown.add(path := SNIPPETS / f"{snippet[1]}.py")
                yield from _program(path)
            else:
                yield Line(text)
        yield Line("")
        if omitted := set((SNIPPETS / name).glob("[!_]*.py")) - shown:
            raise LookupError(f"sections/{name}.md does not show {', '.join(sorted(path.name for path in omitted))}")


def _program(path: Path) -> Iterator[Line]:
    yield from (Line("```python"), *map(Line, path.read_text("utf-8").splitlines()), Line("```"))
    link = path.relative_to(ROOT).as_posix()
    yield from (Line(""), Line(f"<sub>[{link}](../{link}), as it is run.</sub>"))


def others(*, newest: bool = False) -> Comparison:
    """Return the comparison, with the pinned releases of the frameworks or with their newest releases."""
    versions = "newest" if newest else "pinned"
    return Comparison(
        command="hatch run compare:others",
        module="comparison.frameworks.run_probes",
        store=ROOT / "docs" / "frameworks.json",
        page=ROOT / "docs" / "frameworks.md",
        prose=Path(__file__).with_name("page.md"),
        hosts=tuple(FRAMEWORKS),
        ways=FRAMEWORKS,
        questions=[question(name) for name in NAMES],
        probes="comparison/frameworks/probes",
        environments={name: f"framework.{name}-{versions}" for name in FRAMEWORKS if name not in READ},
        places={"sections": _sections},
    )


def question(name: str) -> Question:
    return Question(name, import_module(f"comparison.frameworks.probes.{name}").ROWS, tuple(FRAMEWORKS))
