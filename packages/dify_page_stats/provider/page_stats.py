"""The provider class for Dify's SDK. It validates credentials when a user saves them."""

from typing import Any

from adapter.credentials import refusal
from dify_plugin import ToolProvider
from dify_plugin.errors.tool import ToolProviderCredentialValidationError


class PageStatsProvider(ToolProvider):
    """Validates the credentials without using the network. All of them are optional."""

    def _validate_credentials(self, credentials: dict[str, Any]) -> None:
        if refused := refusal(credentials):
            raise ToolProviderCredentialValidationError(refused)
