"""The tool, as Dify's SDK wants it: exactly one subclass of ``Tool`` to a file. It never prints, stdout is Dify's."""

from collections.abc import Generator
from typing import Any

from adapter.answer import look, told, variables
from dify_plugin import Tool
from dify_plugin.entities.tool import ToolInvokeMessage


class PageStatsTool(Tool):
    """Tell what a page is and how long it is: one JSON message, the variables of the output schema, one line."""

    def _invoke(self, tool_parameters: dict[str, Any]) -> Generator[ToolInvokeMessage, None, None]:
        payload = look(tool_parameters, self.runtime.credentials or {})  # raises before anything is yielded, or never
        yield self.create_json_message(payload)
        for name, value in variables(payload).items():
            yield self.create_variable_message(name, value)
        yield self.create_text_message(told(payload))
