"""``page_stats`` for LangChain: report a web page's title and length before reading it.

``PageStatsTool`` is the tool. ``PageStatsToolError`` is raised for failures that are not passed to the model.
``page_stats_tool`` returns the tool as a ``StructuredTool``. As in LangChain's own packages, each name is imported on
first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langchain_page_stats.errors import PageStatsToolError
    from langchain_page_stats.tool import PageStatsTool, page_stats_tool

__all__ = ["PageStatsTool", "PageStatsToolError", "page_stats_tool"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "errors" if name == "PageStatsToolError" else "tool"
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return __all__
