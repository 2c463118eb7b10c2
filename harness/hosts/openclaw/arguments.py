"""Invalid arguments from models, with the outcome that the contract defines and the outcome of OpenClaw's own checks.

OpenClaw validates agents' direct calls and calls through tool search, each in its own way, against the declared schema.
It does not validate calls of `/tools/invoke`. The tool's README has the same list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

# An answer of the tool, or OpenClaw's error text.
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

# An agent's direct call: OpenClaw coerces values to numbers (true to 1, null to 0) before it checks the bounds.
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

# An agent's call through tool search, which does not coerce values, and logs rejected calls.
BY_SEARCH: Final = DIRECTLY | {
    '"30"': "timeout_seconds: must be integer",
    "null": "timeout_seconds: must be integer",
    "true": "timeout_seconds: must be integer",
    "unknown key": 'must not have additional properties: "depth"',
    "no url": "url: must have required property 'url'",
}


def given(name: str, url: str) -> str:
    """Return the arguments for *url*, as JSON. *name* is the row's name, usually the JSON value of timeout_seconds."""
    if name == "no url":
        return '{"timeout_seconds": 30}'
    if name == "unknown key":
        return json.dumps({"url": url, "depth": 1})
    return f'{{"url": {json.dumps(url)}, "timeout_seconds": {name}}}'
