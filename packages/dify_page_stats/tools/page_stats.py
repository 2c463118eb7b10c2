"""The tool class for Dify's SDK, which requires one ``Tool`` subclass per file.

Never print in the plugin: Dify uses its standard output for messages.
"""

from collections.abc import Generator
from typing import Any

from adapter.answer import call, variables
from adapter.summary import summary
from dify_plugin import Tool
from dify_plugin.entities.tool import ToolInvokeMessage


class PageStatsTool(Tool):
    """Yields one JSON message, the variables of the output schema, and one line of text."""

    def _invoke(self, tool_parameters: dict[str, Any]) -> Generator[ToolInvokeMessage, None, None]:
        payload = call(tool_parameters, self.runtime.credentials or {})  # may raise, so no message is yielded before it
        yield self.create_json_message(payload)
        for name, value in variables(payload).items():
            yield self.create_variable_message(name, value)
        yield self.create_text_message(summary(payload))
