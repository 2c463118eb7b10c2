"""Arguments that models get wrong, what the contract says of each, and what OpenClaw makes of them before that.

OpenClaw asks of an agent's call what the declared parameters say, in two ways, and of `/tools/invoke` nothing.
The tool's README lists the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

# An answer of the tool's, or the words in which OpenClaw refuses.
Outcome = Mapping[str, Any] | str

_OK: Final = {"ok": True}
_BAD: Final = {"error_code": "invalid_parameter", "parameter": "timeout_seconds"}

BY_CONTRACT: Final[Mapping[str, Outcome]] = {
    '"30"': _OK,
    "30.0": _OK,
    "null": _OK,
    "true": _BAD,
    "2.5": _BAD,
    '"soon"': _BAD,
    "0": _BAD,
    "61": _BAD,
    "unknown key": {"error_code": "invalid_parameter", "parameter": "depth"},
    "no url": {"error_code": "invalid_url"},
}

# An agent's own call: OpenClaw makes numbers of what is none (1 of true, 0 of null) before it looks at their bounds.
DIRECTLY: Final = {
    **BY_CONTRACT,
    "null": "timeout_seconds: must be >= 1",
    "true": _OK,
    "2.5": "timeout_seconds: must be integer",
    '"soon"': "timeout_seconds: must be integer",
    "0": "timeout_seconds: must be >= 1",
    "61": "timeout_seconds: must be <= 60",
    "unknown key": "depth: schema is false",
    "no url": "url: must have required properties url",
}

# The same through the search of tools: it makes nothing of anything, and logs what it refuses.
BY_SEARCH: Final = DIRECTLY | {
    '"30"': "timeout_seconds: must be integer",
    "null": "timeout_seconds: must be integer",
    "true": "timeout_seconds: must be integer",
    "unknown key": 'must not have additional properties: "depth"',
    "no url": "url: must have required property 'url'",
}


def given(name: str, url: str) -> str:
    """Return the arguments of that name for *url*, as JSON in which a number is written as it is here."""
    if name == "no url":
        return '{"timeout_seconds": 30}'
    if name == "unknown key":
        return json.dumps({"url": url, "depth": 1})
    return f'{{"url": {json.dumps(url)}, "timeout_seconds": {name}}}'
