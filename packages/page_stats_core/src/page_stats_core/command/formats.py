"""What every way of writing results has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from page_stats_core.command.run import Payload


class Format(ABC):
    """A way of writing results, one after the other, as they come."""

    def begin(self) -> str:
        """Return what stands before the first result."""
        return ""

    @abstractmethod
    def row(self, url: str, payload: Payload) -> str:
        """Return what is written for one result; *url* is as given, user information redacted."""

    def end(self) -> str:
        """Return what stands after the last result, wherever that is."""
        return ""
