"""LangChain's standard tests for tools, run on our tool without changes."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_page_stats import PageStatsTool
from langchain_tests.integration_tests import ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests

from harness.servers import PUBLIC, Servers


class TestUnits(ToolsUnitTests):
    @property
    def tool_constructor(self) -> type[PageStatsTool]:
        """Return the class of the tool."""
        return PageStatsTool

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        """Return valid arguments of a call."""
        return {"url": "https://example.com/", "timeout_seconds": 5}

    @property
    def init_from_env_params(self) -> tuple[dict[str, str], dict[str, Any], dict[str, Any]]:
        """Return environment variables, constructor arguments, and the settings that the variables define."""
        environment = {"PAGE_STATS_USER_AGENT": "tides/1", "PAGE_STATS_MAX_BYTES": "1000"}
        return environment, {}, {"user_agent": "tides/1", "max_bytes": 1000}


class TestIntegration(ToolsIntegrationTests):
    @pytest.fixture(autouse=True)
    def served(self, servers: Servers) -> None:
        """Store the address of the test server."""
        self.url = f"{servers.places['base']}/ok"

    @property
    def tool_constructor(self) -> type[PageStatsTool]:
        """Return the class of the tool."""
        return PageStatsTool

    @property
    def tool_constructor_params(self) -> dict[str, Any]:
        """Return settings that allow requests to the test server."""
        return {"allowed_hosts": [PUBLIC]}

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        """Return valid arguments of a call."""
        return {"url": self.url}
