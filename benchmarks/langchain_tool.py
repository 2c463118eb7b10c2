"""The LangChain tool: 64 concurrent pages that take a second each, stalls of the event loop, and import time.

The peer is a tool that uses requests, as most tools do. LangChain runs this peer in threads. The best of five runs of
our tool counts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import requests
from langchain_core.tools import BaseTool, tool
from langchain_page_stats import PageStatsTool

from benchmarks.import_time import seconds
from benchmarks.measuring import CONFIG, Row, fixture_servers

CALLS, RUNS = 64, 5
TARGET_SECONDS, TARGET_STALL, TARGET_IMPORT = 1.3, 50.0, 60.0
IMPORT, WITH_OURS = "import langchain_core.tools", "import langchain_core.tools, langchain_page_stats"
USE = "from langchain_core.tools import BaseTool, StructuredTool"
USE_OURS = f"{USE}; from langchain_page_stats import PageStatsTool"


@tool
def fetch(url: str) -> str:
    """Fetch a page with requests, as most tools do. LangChain runs this function in a thread."""
    return requests.get(url, timeout=10).text


async def calls_at_once(asked: BaseTool, url: str) -> tuple[float, float]:
    """Make concurrent calls; return how many seconds they take, and the longest stall of the event loop meanwhile."""
    start = last = time.perf_counter()
    longest = 0.0
    calls = asyncio.gather(*(asked.ainvoke({"url": url}) for _ in range(CALLS)))
    while not calls.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    await calls
    return time.perf_counter() - start, longest


def measure() -> Iterator[Row]:
    """Yield a row for each measurement."""
    with fixture_servers() as places:
        url = places["base"] + "/slow"
        peer, peer_stall = asyncio.run(calls_at_once(fetch, url))
        runs = [asyncio.run(calls_at_once(PageStatsTool(**CONFIG), url)) for _ in range(RUNS)]
    ours, stall = (min(values) for values in zip(*runs, strict=True))
    yield Row(f"{CALLS} ainvoke calls vs a tool with requests", ours, "s", peer, TARGET_SECONDS)
    yield Row("longest stall of the event loop during these calls", stall * 1000, "ms", peer_stall * 1000, TARGET_STALL)
    yield Row("importing the package, minus langchain_core.tools", over(IMPORT, WITH_OURS), "ms", target=TARGET_IMPORT)
    yield Row("loading the tool, minus loading BaseTool", over(USE, USE_OURS), "ms", seconds(USE) * 1000)


def over(without: str, program: str) -> float:
    """Return how many milliseconds longer *program* takes than the program in *without*."""
    return (seconds(program) - seconds(without)) * 1000
