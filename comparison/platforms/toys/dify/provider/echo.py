from typing import Any

from dify_plugin import ToolProvider
from dify_plugin.errors.tool import ToolProviderCredentialValidationError


class EchoProvider(ToolProvider):
    def _validate_credentials(self, credentials: dict[str, Any]) -> None:
        if not str(credentials.get("max_bytes", "1")).isdigit():
            raise ToolProviderCredentialValidationError("max_bytes must be digits.")
