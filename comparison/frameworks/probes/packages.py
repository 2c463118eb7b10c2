"""Which of our packages work in a framework, and what the framework's model receives for a page and for failures."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from comparison.engine.cells import Observation
from comparison.engine.texts import raised, without
from comparison.frameworks.framework import Finding, Framework
from comparison.frameworks.pages import HOST, Pages, pages
from comparison.frameworks.snippets import SNIPPETS

ROWS: Final = {
    "core": "`page-stats-core`",
    "langchain": "`langchain-page-stats`",
    "mcp": "the server of `page-stats-core[mcp]`",
}
# The tool's timeout, in seconds, for a page that never answers.
STAYS_SECONDS: Final = 6
# A connection that is closed within this time is closed "at once".
MOMENT_SECONDS: Final = 2.0
PATIENCE_SECONDS: Final = 30.0


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    """Run the framework's program for each of our packages; if there is no program, state the reason."""
    for row in ROWS:
        name = f"{framework.name}.{row}"
        if Path(SNIPPETS, framework.name, f"{row}.py").exists():
            yield row, await _run_program(framework, name)
        else:
            yield row, Observation({"how": framework.no_way[row]}, "absent")


async def _run_program(framework: Framework, name: str) -> Observation:
    snippet = importlib.import_module(f"comparison.frameworks.snippets.{name}")
    parts = {"how": f"[program](../comparison/frameworks/snippets/{name.replace('.', '/')}.py)"}
    with pages() as there:
        for part, arguments in _calls(there).items():
            ran = await framework.ask(snippet, arguments, [HOST])
            received = f"the run ends: {raised(ran.raised)}" if ran.raised else ran.model
            parts[part] = without(received, {there.base: "http://example.com"})
        parts["the run cancelled"] = await _cancelled(framework, snippet, there)
    return Observation(parts, "told" if "http_error" in parts["no page"] else "hidden")


def _calls(there: Pages) -> dict[str, dict[str, Any]]:
    return {
        "a page": {"url": there.page},
        "no page": {"url": there.missing},
        "999 seconds": {"url": there.page, "timeout_seconds": 999},
    }


async def _cancelled(framework: Framework, snippet: ModuleType, there: Pages) -> str:
    """Cancel a run whose tool waits for a page, and describe whether the connection to the page is closed."""
    running = asyncio.create_task(
        framework.ask(snippet, {"url": there.silent, "timeout_seconds": STAYS_SECONDS}, [HOST])
    )
    if not await asyncio.to_thread(there.asked.wait, PATIENCE_SECONDS):
        raise TimeoutError("the page was not asked for")
    if there.left.is_set():
        await asyncio.gather(running, return_exceptions=True)
        return "not before the tool has ended: it holds up the loop"
    running.cancel()
    at_once = await asyncio.to_thread(there.left.wait, MOMENT_SECONDS)
    await asyncio.gather(running, return_exceptions=True)
    await asyncio.to_thread(there.left.wait, PATIENCE_SECONDS)
    return "its connection is closed at once" if at_once else "its connection stays open"
