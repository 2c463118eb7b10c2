"""The comparison of the other frameworks: ``hatch run compare:others``."""

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
# Those of which only the source is read: they need no environment.
READ: Final = frozenset({"swarm"})
NAMES: Final = (
    "modelling",
    "schema",
    "tool_listing",
    "inventory",
    "registration",
    "arguments",
    "execution",
    "failures",
    "retries",
    "packages",
    "codes",
)


def _sections(_: str) -> Iterator[Line]:
    """Show a section for each framework; raises ``LookupError`` if one leaves out a program."""
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
        if left_out := set((SNIPPETS / name).glob("[!_]*.py")) - shown:
            raise LookupError(f"sections/{name}.md does not show {', '.join(sorted(path.name for path in left_out))}")


def _program(path: Path) -> Iterator[Line]:
    """Show a program as it is run."""
    yield from (Line("```python"), *map(Line, path.read_text("utf-8").splitlines()), Line("```"))
    link = path.relative_to(ROOT).as_posix()
    yield from (Line(""), Line(f"<sub>[{link}](../{link}), as it is run.</sub>"))


def others(*, newest: bool = False) -> Comparison:
    """Return the comparison, with what is pinned, or else with the newest that there is."""
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
    """Return the question of this name, which all frameworks are asked."""
    return Question(name, import_module(f"comparison.frameworks.probes.{name}").ROWS, tuple(FRAMEWORKS))
