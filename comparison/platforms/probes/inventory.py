"""What a host brings along for an agent that asks what is behind a URL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Sighting, saw

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {"tools": "tools that come with the host", "url": "of these, for a URL"}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Sighting]:
    """List the concrete tools in the installed packages, and the middleware that brings some."""
    tools, middleware = host.inventory()
    text = f"tools in `langchain`, `langchain_core` and `langgraph`: {', '.join(tools) or 'none'}"
    brought = ", ".join(middleware)
    yield saw("tools", "langchain", f"{text}; middleware that brings tools: {brought or 'none'}")
    yield saw("url", "langchain", "none")


def dify(host: Dify) -> Iterator[Sighting]:
    """List the tools that are defined in the SDK; those of Dify's own server are not run here."""
    listing = (
        "import contextlib, importlib, pkgutil, dify_plugin\n"
        "for module in pkgutil.walk_packages(dify_plugin.__path__, 'dify_plugin.'):\n"
        "    with contextlib.suppress(Exception): importlib.import_module(module.name)\n"
        "print(*sorted(each.__name__ for each in dify_plugin.Tool.__subclasses__()))"
    )
    yield saw("tools", "dify", f"tools in the SDK: {host.asked(listing) or 'none'}")
    yield saw("url", "dify", "none in the SDK")


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """List the tools that an agent's model is told of, the toys aside."""
    names = sorted(name for name in host.listed() if not name.startswith(("echo", "more_", "registered_")))
    shown = ", ".join(f"`{name}`" for name in names)
    yield saw("tools", "openclaw", f"{len(names)}, without the plugins that come with it: {shown}")
    web = ", ".join(f"`{name}`" for name in names if name.startswith("web_"))
    yield saw("url", "openclaw", web or "none")
