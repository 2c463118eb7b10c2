"""Which of our packages a framework takes, and what its model gets: of a page, and where there is none."""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from contracts.cells import ROOT, Seen
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
OPENCLAW: Final = ROOT / "packages/openclaw-page-stats"


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """Run every program that the page shows of this framework; try to import what has none."""
    for row in ROWS:
        name = f"{framework.name}.{row}"
        if Path(SNIPPETS, framework.name, f"{row}.py").exists():
            yield row, await _seen(framework, name)
        else:
            yield row, Seen({"how": framework.no_way.get(row) or _not_for_this(row)}, "absent")


async def _seen(framework: Framework, name: str) -> Seen:
    snippet = importlib.import_module(f"frameworks.snippets.{name}")
    parts = {"how": f"[program](../tools/frameworks/snippets/{name.replace('.', '/')}.py)"}
    with pages() as (url, missing):
        for what, arguments in _asked(url, missing).items():
            ran = await framework.ask(snippet, arguments, [HOST])
            told = f"the run ends: {raised(ran.raised)}" if ran.raised else ran.model
            parts[what] = without(told, {url.removesuffix(PAGE): "http://example.com"})
    return Seen(parts, "told" if "http_error" in parts["no page"] else "hidden")


def _asked(url: str, missing: str) -> dict[str, dict[str, Any]]:
    """Return what a model asks for, by what it is about."""
    return {"a page": {"url": url}, "no page": {"url": missing}, "999 seconds": {"url": url, "timeout_seconds": 999}}


def _not_for_this(row: str) -> str:
    """Return why a package is for its host alone; raises ``LookupError`` if it is not."""
    if row == "dify":
        try:
            importlib.import_module("tools.page_stats")
        except ImportError as error:
            return f"not loaded: {raised(error)}"
    if row == "openclaw" and not [*OPENCLAW.glob("src/**/*.py")]:
        name = json.loads((OPENCLAW / "package.json").read_text("utf-8"))["name"]
        return f"`{name}` is a package of npm, without a file of Python"
    raise LookupError(f"{row}: say what this package does in a framework")
