"""Pytest fixtures: tools that are allowed to reach the public fixture server."""

from __future__ import annotations

import pytest
from langchain_page_stats import PageStatsTool

from harness.servers import PUBLIC


@pytest.fixture
def tool() -> PageStatsTool:
    """Return a tool that passes failures to the model."""
    return PageStatsTool(allowed_hosts=[PUBLIC])


@pytest.fixture
def raising() -> PageStatsTool:
    """Return a tool that raises failures."""
    return PageStatsTool(allowed_hosts=[PUBLIC], handle_tool_error=False)
