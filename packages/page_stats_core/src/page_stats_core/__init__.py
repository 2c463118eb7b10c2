"""Report a web page's title and length before reading it.

``page_stats`` and ``apage_stats`` return ``PageStats`` or raise ``PageStatsError``. ``page_stats_payload`` and
``apage_stats_payload`` accept any arguments from a host and return the contract's dict. ``parse_page`` parses bytes
without fetching.
"""

from page_stats_core.about import VERSION
from page_stats_core.calls import apage_stats, apage_stats_payload, page_stats, page_stats_payload
from page_stats_core.contract import PageStats, PageStatsConfig, PageStatsError, PageStatsFailure, PageStatsInput
from page_stats_core.page.parse import ParsedPage, parse_page

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
