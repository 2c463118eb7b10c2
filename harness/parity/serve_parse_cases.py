"""Serve ``parse`` cases as pages of a test server, for dialects that can only fetch a URL."""

from __future__ import annotations

import base64
import dataclasses
from typing import Any

from page_stats_core.page.tool import TITLE_MAX
from page_stats_core.sanitize import clean

from harness.parity.cases import FETCH_CONFIG, Case, request_of
from harness.servers.pages import Pages


def page_request(case: Case, pages: Pages) -> dict[str, Any]:
    """Put the page of *case* on the server and return the request that fetches it."""
    parse = request_of(case, {})
    url = pages.put(f"case/{case.name}", base64.b64decode(parse["body_base64"]), parse["content_type"])
    return {"family": "fetch", "config": FETCH_CONFIG, "arguments": {"url": url}}


def page_case(case: Case) -> Case:
    """Return *case* with its expected title cleaned and shortened as in the result of a fetch (§12)."""
    title = clean(case.expect["title"] or "", TITLE_MAX) or None
    return dataclasses.replace(case, expect=case.expect | {"title": title})


def page_result(payload: Any) -> Any:
    """Convert the payload of a successful fetch to a ``parse`` result; return any other *payload* unchanged."""
    if not isinstance(payload, dict) or payload.get("ok") is not True:
        return payload
    return {name: payload[name] for name in ("title", "word_count", "link_word_count")}
