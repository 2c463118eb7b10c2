"""The interface of all output formats."""

from __future__ import annotations

from abc import ABC, abstractmethod

from page_stats_core.command.run import Payload


class Format(ABC):
    """Formats results one after the other, as they arrive."""

    def begin(self) -> str:
        """Return the text before the first result."""
        return ""

    @abstractmethod
    def row(self, url: str, payload: Payload) -> str:
        """Return the text of one result; *url* is as given, with user information redacted."""

    def end(self) -> str:
        """Return the text after the last result. It must also fit after an interrupted run."""
        return ""
