"""The contract's payload as what LangChain hands to a model, and a failure as what LangChain raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from langchain_core.tools import ToolException


def as_content(payload: Mapping[str, Any]) -> str:
    """Return the contract's payload as the content of a message: its JSON."""
    return json.dumps(payload, ensure_ascii=False)


class PageStatsToolError(ToolException):
    """There is no answer, and ``payload`` says why (§14). As a string it is the payload's JSON."""

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
