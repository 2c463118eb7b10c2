"""The provider class for Dify's SDK. It validates credentials when they are saved."""

from typing import Any

from adapter.credentials import refusal
from dify_plugin import ToolProvider
from dify_plugin.errors.tool import ToolProviderCredentialValidationError


class PageStatsProvider(ToolProvider):
    """All credentials are optional; they are checked without fetching anything."""

    def _validate_credentials(self, credentials: dict[str, Any]) -> None:
        if refused := refusal(credentials):
            raise ToolProviderCredentialValidationError(refused)
