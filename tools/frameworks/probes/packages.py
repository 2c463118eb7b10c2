"""Which of our packages a framework takes, and what its model gets: of a page, and where there is none."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from contracts.cells import Seen
from contracts.texts import raised, without

from frameworks.framework import Asked, Framework
from frameworks.pages import HOST, PAGE, pages
from frameworks.snippets import SNIPPETS

ROWS: Final = {
    "core": "`page-stats-core`",
    "langchain": "`langchain-page-stats`",
    "mcp": "the server of `page-stats-core[mcp]`",
    "dify": "the Dify package",
    "openclaw": "the OpenClaw package",
}
# What a program would import of each package that is for its host alone.
IMPORTS: Final = {"dify": "tools.page_stats", "openclaw": "openclaw_page_stats"}


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Run every program that the page shows of this framework; try to import what has none."""
    for row in ROWS:
        name = f"{framework.name}.{row}"
        if Path(SNIPPETS, framework.name, f"{row}.py").exists():
            yield row, await _seen(framework, name)
        elif why := framework.no_way.get(row):
            yield row, Seen({"": why}, "absent")
        elif row in IMPORTS:
            yield row, Seen({"": f"not loaded: {_refused(IMPORTS[row])}"}, "absent")


async def _seen(framework: Framework, name: str) -> Seen:
    snippet = importlib.import_module(f"frameworks.snippets.{name}")
    parts = {"how": f"[program](../tools/frameworks/snippets/{name.replace('.', '/')}.py)"}
    with pages() as (url, missing):
        for what, arguments in _asked(url, missing).items():
            ran = await framework.ask(snippet, arguments, [HOST])
            told = f"the run ends: {raised(ran.raised)}" if ran.raised else ran.model
            parts[what] = without(told, {url.removesuffix(PAGE): "http://example.com"})
    return Seen(parts, "told")


def _asked(url: str, missing: str) -> dict[str, dict[str, Any]]:
    """Return what a model asks for, by what it is about."""
    return {"a page": {"url": url}, "no page": {"url": missing}, "999 seconds": {"url": url, "timeout_seconds": 999}}


def _refused(module: str) -> str:
    try:
        importlib.import_module(module)
    except ImportError as error:
        return raised(error)
    raise LookupError(f"{module} can be imported: say what it does")
