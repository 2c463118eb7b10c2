"""``page_stats`` for LangChain: tell what a web page is and how long it is before reading it.

``PageStatsTool`` is the tool, ``PageStatsToolError`` what it raises where failures are not handed to the model, and
``page_stats_tool`` the same as a ``StructuredTool``.
"""

from langchain_page_stats.errors import PageStatsToolError
from langchain_page_stats.tool import PageStatsTool, page_stats_tool

__all__ = ["PageStatsTool", "PageStatsToolError", "page_stats_tool"]
