"""Decide whether a page without a valid Content-Type is HTML (§5.19)."""

from __future__ import annotations

import re
from typing import Final

# MIME Sniffing Standard, "read the resource header".
HEADER_BYTES: Final = 1_445
# MIME Sniffing Standard, "identify an unknown MIME type": the rows of text/html. Each row ends with a tag-terminating
# byte.
_HTML: Final = re.compile(
    rb"[\t\n\f\r ]*+<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]",
    re.I,
)


def is_html(body: bytes | bytearray) -> bool:
    """Return whether the first bytes of *body* are those of an HTML page."""
    return _HTML.match(body[:HEADER_BYTES]) is not None
