"""Report a web page's title and length before reading it.

``page_stats`` and ``apage_stats`` return ``PageStats`` or raise ``PageStatsError``. ``page_stats_payload`` and
``apage_stats_payload`` accept any arguments from a host (a program that calls the tool for a model) and return the
result or the failure as a dict. ``parse_page`` parses bytes without fetching.
"""

from page_stats_core.about import VERSION
from page_stats_core.calls import apage_stats_payload, page_stats_payload
from page_stats_core.contract import PageStats, PageStatsConfig, PageStatsError, PageStatsFailure, PageStatsInput
from page_stats_core.page.parse import ParsedPage, parse_page
from page_stats_core.page.work import apage_stats, page_stats

__version__ = VERSION

__all__ = [
    "PageStats",
    "PageStatsConfig",
    "PageStatsError",
    "PageStatsFailure",
    "PageStatsInput",
    "ParsedPage",
    "__version__",
    "apage_stats",
    "apage_stats_payload",
    "page_stats",
    "page_stats_payload",
    "parse_page",
]
