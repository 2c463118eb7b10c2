"""The request loop of the dialects written in Python. harness/parity/README.md describes the protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

Request = Mapping[str, Any]


def answer_requests(answer: Callable[[Request], Any]) -> None:
    """Answer the requests on standard input, one after another, until standard input closes."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "result": answer(request)}), flush=True)
