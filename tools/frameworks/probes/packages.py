"""Which of our packages a framework takes, and what its model gets: of a page, and where there is none."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from contracts.cells import Seen
from contracts.texts import raised, without

from frameworks.framework import Asked, Framework, observed
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
    parts = {}
    with pages() as (url, missing):
        for what, where in {"a page": url, "no page": missing}.items():
            _, ran = await observed(framework.ask(snippet, {"url": where}, [HOST]))
            model = ran.model if not ran.raised else f"{ran.model}: {raised(ran.raised)}"
            parts[what] = without(model, {url.removesuffix(PAGE): "http://example.com"})
    return Seen(parts, "told")


def _refused(module: str) -> str:
    try:
        importlib.import_module(module)
    except ImportError as error:
        return raised(error)
    raise LookupError(f"{module} can be imported: say what it does")
