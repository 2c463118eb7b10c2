"""The tools that come with a host, and which of them take a URL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Finding, observe

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {"tools": "tools that come with the host", "url": "of these, for a URL"}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """List the concrete tools in the installed packages, and the middleware that adds tools."""
    tools, middleware = host.inventory()
    text = f"tools in `langchain`, `langchain_core` and `langgraph`: {', '.join(tools) or 'none'}"
    brought = ", ".join(middleware)
    yield observe("tools", "langchain", f"{text}; middleware that brings tools: {brought or 'none'}")
    yield observe("url", "langchain", "none")


def dify(host: Dify) -> Iterator[Finding]:
    """List the tools that the SDK defines. The probes do not run Dify's server."""
    listing = (
        "import contextlib, importlib, pkgutil, dify_plugin\n"
        "for module in pkgutil.walk_packages(dify_plugin.__path__, 'dify_plugin.'):\n"
        "    with contextlib.suppress(Exception): importlib.import_module(module.name)\n"
        "print(*sorted(each.__name__ for each in dify_plugin.Tool.__subclasses__()))"
    )
    yield observe("tools", "dify", f"tools in the SDK: {host.run_python(listing) or 'none'}")
    yield observe("url", "dify", "none in the SDK")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """List the tools that an agent's model receives, without the toys."""
    names = sorted(name for name in host.listed() if not name.startswith(("echo", "more_", "registered_")))
    shown = ", ".join(f"`{name}`" for name in names)
    yield observe("tools", "openclaw", f"{len(names)}, without the plugins that come with it: {shown}")
    web = ", ".join(f"`{name}`" for name in names if name.startswith("web_"))
    yield observe("url", "openclaw", web or "none")
