"""Whether a model receives each failure of the contract unchanged, in the program that uses our core."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from page_stats_core import PageStatsConfig, page_stats_payload
from page_stats_core.contract import ADDS

from comparison.engine.cells import Observation
from comparison.engine.render import SHORT
from comparison.engine.texts import raised, without
from comparison.frameworks.framework import Finding, Framework
from comparison.frameworks.pages import HOST, Pages, pages

ROWS: Final = {code: f"`{code}`" for code in ADDS}


class Failing(NamedTuple):
    """The arguments of a call that fails, and the hosts that the operator allows."""

    arguments: Mapping[str, Any]
    allowed_hosts: Sequence[str] = (HOST,)


def failing(there: Pages) -> dict[str, Failing]:
    """Return a call that fails for each code."""
    return {
        "invalid_url": Failing({"url": "ftp://example.com/"}),
        "invalid_parameter": Failing({"url": there.page, "timeout_seconds": 999}),
        "blocked_address": Failing({"url": there.page}, ()),
        "timeout": Failing({"url": there.silent, "timeout_seconds": 1}),
        "unreachable": Failing({"url": there.nobody}),
        "http_error": Failing({"url": there.missing}),
        "unsupported_content_type": Failing({"url": there.other}),
    }


async def probe(framework: Framework) -> AsyncIterator[Finding]:
    """Compare what the model receives with the core's own payload."""
    snippet = importlib.import_module(f"comparison.frameworks.snippets.{framework.name}.core")
    with pages() as there:
        for code, (arguments, allowed_hosts) in failing(there).items():
            ours = page_stats_payload(arguments, PageStatsConfig(allowed_hosts=tuple(allowed_hosts)))
            if ours.get("error_code") != code:
                raise LookupError(f"{code}: the core says {ours}")
            ran = await framework.ask(snippet, arguments, allowed_hosts)
            received = f"the run ends: {raised(ran.raised)}" if ran.raised else ran.model
            whole = _bare(json.dumps(ours, ensure_ascii=False)) in _bare(received)
            parts = {
                SHORT: "all of it" if whole else "other words",
                "the model gets": without(received, {there.base: "http://example.com"}),
            }
            yield code, Observation(parts, "told" if whole else "hidden")


def _bare(text: str) -> str:
    """Remove what nesting in JSON adds to a text."""
    return re.sub(r"\\+|⏎|\s", "", text)
