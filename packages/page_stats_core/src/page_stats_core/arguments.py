"""Check a call's arguments and return a request, or fail with the first error (§1).

Some host entry points check arguments and others do not, so every call is checked here and any input is expected.
"""

from __future__ import annotations

from page_stats_core.coerce import as_mapping
from page_stats_core.contract import PageStatsInput, fail
from page_stats_core.page.arguments import Request, read_request

__all__ = ["Request", "accept"]


def accept(arguments: object) -> Request:
    """Return the request for *arguments*; anything that is not a mapping counts as no arguments.

    Raises ``PageStatsError`` (§1) and nothing else.
    """
    given = as_mapping(arguments)
    unknown = given.keys() - PageStatsInput.model_fields.keys()
    if unknown:
        raise fail("parameter.unknown", parameter=min(unknown))
    return read_request(given)
