"""The interface of all output formats."""

from __future__ import annotations

from abc import ABC, abstractmethod

from page_stats_core.command.pipeline import Payload


class Format(ABC):
    """Formats one result at a time, so that each can be written as soon as it is available."""

    def begin(self) -> str:
        """Return the text before the first result."""
        return ""

    @abstractmethod
    def row(self, subject: str, payload: Payload) -> str:
        """Return the text of one result. *subject* is what the user entered, with secrets removed."""

    def end(self) -> str:
        """Return the text after the last result. It is also written at the end of an interrupted run."""
        return ""
