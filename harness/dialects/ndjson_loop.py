"""How a program of Python answers what it is asked; the README says in which form."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

Request = Mapping[str, Any]


def answer_requests(answer: Callable[[Request], Any]) -> None:
    """Answer requests, one after another, until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "result": answer(request)}), flush=True)
