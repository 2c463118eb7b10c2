"""The tools that come with a framework, and which of them take a URL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from comparison.frameworks.framework import Finding, Framework, observe

ROWS: Final = {"tools": "tools that come with it", "url": "of these, for a URL"}
# A tool takes a URL, rather than search terms, if its name contains one of these.
FOR_URLS: Final = ("fetch", "scrape", "url", "web_page", "website", "browse")


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    kinds = framework.inventory()
    yield observe("tools", "; ".join(f"{kind}: {_listed(names)}" for kind, names in kinds.items()) or "none")
    names = [name for each in kinds.values() for name in each]
    yield observe("url", _listed([name for name in names if any(word in name.lower() for word in FOR_URLS)]))


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"
