"""Check a call's arguments and return a request, or fail with the first error (§1).

Some hosts do not check arguments before they call the tool, so this module accepts and checks values of any type.
"""

from __future__ import annotations

from page_stats_core.coerce import as_mapping
from page_stats_core.contract import PageStatsInput, fail
from page_stats_core.page.arguments import Request, read_request

__all__ = ["Request", "accept"]


def accept(arguments: object) -> Request:
    """Return the request for *arguments*. A value that is not a mapping, or cannot be read, counts as none.

    Raises only ``PageStatsError`` (§1).
    """
    try:
        given = as_mapping(arguments)
    except Exception:  # the methods of a mapping of another library may fail in any way
        given = {}
    unknown = given.keys() - PageStatsInput.model_fields.keys()
    if unknown:
        raise fail("parameter.unknown", parameter=min(unknown))
    return read_request(given)
