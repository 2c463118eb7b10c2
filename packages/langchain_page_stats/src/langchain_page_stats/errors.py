"""Convert the payload (the core's result as a dict) to the content of a LangChain message or to an exception."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from langchain_core.tools import ToolException


def as_content(payload: Mapping[str, Any]) -> str:
    """Return *payload* as JSON, the content of a tool message."""
    return json.dumps(payload, ensure_ascii=False)


class PageStatsToolError(ToolException):
    """A failed call. ``payload`` is the contract's failure (§14), and ``str()`` returns this payload as JSON."""

    def __init__(self, payload: Mapping[str, Any]) -> None:
        super().__init__(as_content(payload))
        self.payload: dict[str, Any] = dict(payload)

    @property
    def code(self) -> str:
        """The contract's ``error_code``."""
        return str(self.payload["error_code"])

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later (§14.2)."""
        return self.payload["retryable"] is True

    def __reduce__(self) -> tuple[type[PageStatsToolError], tuple[dict[str, Any]]]:
        return type(self), (self.payload,)
