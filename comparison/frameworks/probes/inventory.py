"""What a framework brings along for an agent that asks what is behind a URL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.frameworks.framework import Asked, Framework, saw

ROWS: Final = {"tools": "tools that come with it", "url": "of these, for a URL"}
# Words of the names of tools that are given a URL; those that search are given words.
FOR_URLS: Final = ("fetch", "scrape", "url", "web_page", "website", "browse")


async def probe(framework: Framework) -> AsyncIterator[Asked]:
    """List them."""
    kinds = framework.inventory()
    told = [f"{kind}: {_listed(names)}" for kind, names in kinds.items()]
    yield saw("tools", "; ".join(told) or "none")
    names = [name for each in kinds.values() for name in each]
    yield saw("url", _listed([name for name in names if any(word in name.lower() for word in FOR_URLS)]))


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"
